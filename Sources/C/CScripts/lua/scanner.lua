-- Splits Lua code into words by the manual of Lua 5.4, §3.1, even where it is unfinished or invalid, and looks names
-- up in them.
--
-- A word is a table: 'text'; 'kind', "name", "keyword", "number", "symbol", "string" or "comment"; 'first' and 'last',
-- the bytes before it and up to its end; 'line'; 'content', what is within the quotes of a string, else empty; and
-- 'isOpen' for a string whose end is missing.
local scanner = { keywords = {} }

local isKeyword = {}
for word in ([[
  and break do else elseif end false for function goto if in local nil not or repeat return then true until while
]]):gmatch "%a+" do
  isKeyword[word] = true
  table.insert(scanner.keywords, word)
end

-- The end of a long bracket, and whether it is missing; nil where there is none.
local function longBracket(text, place)
  local level = text:match("^%[(=*)%[", place)
  if not level then return nil end
  local _, stop = text:find("]" .. level .. "]", place + #level + 2, true)
  return stop or #text, not stop
end

local function quotedEnd(text, place)
  local quote, at = text:sub(place, place), place + 1
  while true do
    at = text:find("[\n\\" .. quote .. "]", at)
    if not at then return #text, true end
    local found = text:sub(at, at)
    if found == "\n" then return at - 1, true end
    if found == quote then return at, false end
    at = at + 2
  end
end

local function numberEnd(text, place)
  local exponent = text:find("^0[xX]", place) and "[pP]" or "[eE]"
  while true do
    local byte = text:sub(place, place)
    if byte == "+" or byte == "-" then
      if not text:sub(place - 1, place - 1):find(exponent) then return place - 1 end
    elseif not byte:find "[%w_.]" or byte == "." and text:sub(place + 1, place + 1) == "." then
      -- "1..2" is no number, but the first of two dots would be taken for part of one.
      return place - 1
    end
    place = place + 1
  end
end

local pairsOfSigns = { "^%.%.%.?", "^[=~<>]=", "^<<", "^>>", "^//", "^::", "^.[\x80-\xbf]*" }

local function symbolEnd(text, place)
  for _, pattern in ipairs(pairsOfSigns) do
    local _, stop = text:find(pattern, place)
    if stop then return stop end
  end
end

-- The kind of the word at a place, its end, and whether that is missing.
local function scan(text, place)
  local start = text:sub(place, place)
  if text:find("^%-%-", place) then
    return "comment", longBracket(text, place + 2) or (text:find("\n", place, true) or #text + 1) - 1
  elseif start == '"' or start == "'" then
    return "string", quotedEnd(text, place)
  elseif longBracket(text, place) then
    return "string", longBracket(text, place)
  elseif start:find "[A-Za-z_]" then
    local _, stop = text:find("^[A-Za-z0-9_]+", place)
    return isKeyword[text:sub(place, stop)] and "keyword" or "name", stop
  elseif text:find("^%.?%d", place) then
    return "number", numberEnd(text, place)
  end
  return "symbol", symbolEnd(text, place)
end

-- All words of some code, comments among them.
function scanner.tokens(text)
  local tokens, line, counted, place = {}, 1, 1, text:find "[^\0-\32]"
  while place do
    for _ in text:sub(counted, place - 1):gmatch "\n" do line = line + 1 end
    counted = place
    local kind, last, isOpen = scan(text, place)
    local word = text:sub(place, last)
    local isQuoted = kind == "string" and word:sub(1, 1) ~= "["
    tokens[#tokens + 1] = {
      kind = kind, text = word, first = place - 1, last = last, line = line,
      content = isQuoted and word:sub(2, isOpen and -1 or -2) or "", isOpen = kind == "string" and isOpen or false,
    }
    place = text:find("[^\0-\32]", last + 1)
  end
  return tokens
end

-- The words of some code without its comments.
function scanner.words(text)
  local words = {}
  for _, token in ipairs(scanner.tokens(text)) do
    if token.kind ~= "comment" then words[#words + 1] = token end
  end
  return words
end

-- The names that some code requires as strings: require "shapes.hex", with or without parentheses.
function scanner.requiredModules(text)
  local words, names = scanner.words(text), {}
  for place, word in ipairs(words) do
    if word.kind == "name" and word.text == "require" then
      local after = words[place + 1]
      local name = after and after.text == "(" and words[place + 2] or after
      if name and name.content ~= "" then names[#names + 1] = name.content end
    end
  end
  return names
end

-- Whether some code has a name that is no field and no method.
function scanner.uses(variable, text)
  local before
  for _, word in ipairs(scanner.words(text)) do
    if word.kind == "name" and word.text == variable and before ~= "." and before ~= ":" then return true end
    before = word.text
  end
  return false
end

-- The strings in quotes in some code.
function scanner.texts(text)
  local texts = {}
  for _, token in ipairs(scanner.tokens(text)) do
    if token.content ~= "" then texts[#texts + 1] = token.content end
  end
  return texts
end

local function set(list)
  local all = {}
  for word in list:gmatch "%S+" do all[word] = true end
  return all
end

local opens, closes = set "{ ( [ function do then repeat", set "} ) ] end until elseif"

-- The line of a field in the table that a plugin's file returns, by its path, as { "parameters", "cellSize" }, or of
-- the innermost table around it that is found. Values have no positions, so this searches for 'name =' and '["name"] ='.
function scanner.lineOf(path, text)
  local keys, start, depth, last = {}, 1, 0, nil
  for _, word in ipairs(scanner.words(text)) do
    if word.kind == "string" then
      last = word.content ~= "" and { name = word.content, line = word.line } or nil
    else
      depth = depth + (opens[word.text] and 1 or 0) - (closes[word.text] and 1 or 0)
      if word.text == "return" and depth == 0 then start = #keys + 1 end
      if word.text == "=" and last then keys[#keys + 1] = { name = last.name, line = last.line, depth = depth } end
      -- The name of '["name"] =' stands before the bracket.
      if word.text ~= "]" then last = word.kind == "name" and { name = word.text, line = word.line } or nil end
    end
  end
  local place, level, line = start, 1, nil
  for _, name in ipairs(path) do
    -- A key of a lower depth ends the table.
    while keys[place] and keys[place].depth >= level and (keys[place].name ~= name or keys[place].depth ~= level) do
      place = place + 1
    end
    local found = keys[place]
    if not found or found.depth < level then break end
    line, place, level = found.line, place + 1, level + 1
  end
  return line
end

return scanner
