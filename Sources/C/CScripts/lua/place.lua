-- Finds the place of a cursor in Lua code: the kind of word that is typed there, and the call around it. It is called
-- with what 'scanner.lua' returns.
local scanner = ...

local opens = { ["("] = true, ["{"] = true, ["["] = true }
local closes = { [")"] = true, ["}"] = true, ["]"] = true }

-- Words: lists of tables as the scanner returns them; the second argument is the place of the last word that is meant.

local function textAt(words, place) return words[place] and words[place].text end

local function isName(words, place) return words[place] ~= nil and words[place].kind == "name" end

-- The names of 'a.b:c'. The first is empty where something stands there that is no name, such as a call.
local function path(words, last)
  local names = {}
  while isName(words, last) do
    table.insert(names, 1, words[last].text)
    local sign = textAt(words, last - 1)
    if sign ~= "." and sign ~= ":" then return names end
    last = last - 2
  end
  if #names > 0 then table.insert(names, 1, "") end
  return names
end

-- The name in 'name ='.
local function key(words, last)
  return textAt(words, last) == "=" and isName(words, last - 1) and words[last - 1].text or nil
end

-- The place of the bracket that opens what closes here, or of the text that is an argument.
local function opening(words, last)
  local word = words[last]
  if not word then return nil end
  if word.kind == "string" then return last end
  if not closes[word.text] then return nil end
  local depth = 0
  for place = last, 1, -1 do
    if words[place].kind == "symbol" then
      depth = depth + (closes[words[place].text] and 1 or 0) - (opens[words[place].text] and 1 or 0)
      if depth == 0 then return place end
    end
  end
end

-- The names of the function in 'f(…)', or of the list in 'f[…]'.
local function called(words, last)
  local start = opening(words, last)
  local names = start and path(words, start - 1)
  return names and #names > 0 and names or nil
end

-- The first value and the methods of 'd:where(…):head(3)'; nil for anything else.
local function chain(words, last)
  local methods = {}
  local start = opening(words, last)
  while start do
    if not isName(words, start - 1) or textAt(words, start - 2) ~= ":" then return nil end
    table.insert(methods, 1, words[start - 1].text)
    last = start - 3
    start = opening(words, last)
  end
  local root = path(words, last)
  return #root > 0 and root[1] ~= "" and #methods > 0 and { root = root, methods = methods } or nil
end

-- The names of the first argument; none for other expressions.
local function subject(words, first)
  local last = first - 1
  while words[last + 1] and words[last + 1].text ~= "," do last = last + 1 end
  local names = path(words, last)
  return names[1] ~= "" and 2 * #names - 1 == last - first + 1 and names or {}
end

local function hasComma(words, first)
  for place = first, #words do
    if words[place].text == "," then return true end
  end
  return false
end

-- The call around the end of some words: 'path', the names before its bracket, as { "frame", "plot" }; 'chain', the
-- receiver of a method in a chain of calls; 'subject', the names of the first argument; 'text', the text that is the
-- first argument; 'keys', the fields on the way from its table to the end; 'isFirst', whether the end is in the first
-- argument. With it 'key', the field whose value is there, and 'isInTable'.
local function surroundings(words)
  local open = {}
  for place, word in ipairs(words) do
    if word.kind == "symbol" and opens[word.text] then open[#open + 1] = place end
    if word.kind == "symbol" and closes[word.text] then open[#open] = nil end
  end
  local found, keys = { isInTable = textAt(words, open[#open]) == "{" }, {}
  for depth = #open, 1, -1 do
    local place, before = open[depth], open[depth] - 1
    local isTable = words[place].text == "{"
    local name = isTable and key(words, before)
    if name then
      if depth == #open then found.key = name end
      table.insert(keys, 1, name)
    elseif not isTable or before > 0 and not ("({,"):find(words[before].text, 1, true) then
      local names = path(words, before)
      -- strategy "grid" { … } is no call of strategy with two arguments, but f "text" is one with a text.
      if #names == 0 and before > 0 and words[before].kind == "string" then names = path(words, before - 1) end
      if #names > 0 then
        local first = words[place + 1]
        found.call = {
          path = names, chain = names[1] == "" and chain(words, before - 2) or nil, subject = subject(words, place + 1),
          text = words[place].text == "(" and first and first.kind == "string" and first.content or nil, keys = keys,
          isFirst = not hasComma(words, place + 1),
        }
        return found
      end
    end
  end
  -- A call without brackets: strategy "gr
  local names = path(words, #words)
  if #open == 0 and #names > 0 then
    found.call = {
      path = names, chain = names[1] == "" and chain(words, #words - 2) or nil, subject = {}, keys = {}, isFirst = true,
    }
  end
  return found
end

local lastWords = { ["end"] = true, ["nil"] = true, ["true"] = true, ["false"] = true }

-- Whether a value ends with a word, so that no name can follow.
local function isValue(word)
  if word.kind == "string" then return not word.isOpen end
  return word.kind == "name" or word.kind == "number" or lastWords[word.text] or closes[word.text] or word.text == "..."
end

-- What is typed: 'kind', the word's 'prefix' and its 'start' in bytes, and the 'call' around it.
local function at(text)
  local words, last = {}, nil
  for _, token in ipairs(scanner.tokens(text)) do
    last = token
    if token.kind ~= "comment" then words[#words + 1] = token end
  end
  local isAtEnd = last ~= nil and last.last == #text
  if isAtEnd and (last.kind == "comment" or last.kind == "number") then
    return { kind = "nowhere", prefix = "", start = #text }
  end
  local isText = last ~= nil and last.kind == "string" and last.isOpen
  local isWord = isAtEnd and (last.kind == "name" or last.kind == "keyword")
  local prefix = isText and last.content or isWord and last.text or ""
  if isText or isWord then words[#words] = nil end
  local around = surroundings(words)
  local found = { prefix = prefix, start = #text - #prefix, call = around.call, kind = "name" }
  local word, before = words[#words], #words - 1
  if isText then
    found.kind, found.key = "string", key(words, #words) or around.key
  elseif word and prefix == "" and isValue(word) then
    found.kind = word.last == #text and "nowhere" or "keyword"
  elseif word and (word.text == "." or word.text == ":") then
    found.isMethod = word.text == ":"
    local closing = textAt(words, before)
    local names = (closing == "]" and not found.isMethod or closing == ")" or closing == "}") and called(words, before)
    found.kind = not names and "member" or closing == "]" and "element" or "result"
    found.path = names or path(words, before)
  elseif word and around.isInTable and ("{,;"):find(word.text, 1, true) then
    found.kind = "key"
  end
  return found
end

return { path = path, at = at }
