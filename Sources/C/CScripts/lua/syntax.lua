-- Rewrites code of scripts: the inputs of a shell, and functions that are taken along into plugins. It is called with
-- what 'scanner.lua' returns.
local scanner = ...

local function set(list)
  local all = {}
  for word in list:gmatch "%S+" do all[word] = true end
  return all
end

local function textAt(words, place) return words[place] and words[place].text end

-- Inputs of a shell.

local blocks, ends = set "function do then repeat", set "end until elseif"

-- The names of 'local a <const>, b', its attributes, and its end where it has no value; nil where it is no declaration,
-- or one that closes something at its chunk's end.
local function declaration(words, place)
  local found, stop = { names = {}, attributes = {} }, nil
  if textAt(words, place) == "function" then
    local name = words[place + 1]
    found.names[1] = name and name.kind == "name" and name.text or nil
    return found.names[1] and found
  end
  while words[place] and words[place].kind == "name" do
    found.names[#found.names + 1], stop = words[place].text, words[place].last
    place = place + 1
    if textAt(words, place) == "<" then
      if textAt(words, place + 1) ~= "const" or textAt(words, place + 2) ~= ">" then return nil end
      stop = words[place + 2].last
      found.attributes[#found.attributes + 1] = { first = words[place].first, last = stop }
      place = place + 3
    end
    if textAt(words, place) ~= "," then break end
    place = place + 1
  end
  if #found.names == 0 then return nil end
  found.valuelessEnd = textAt(words, place) ~= "=" and stop or nil
  return found
end

-- The words besides names and numbers that begin an expression and never continue one.
local beginnings = set "# not nil true false function"
local opening, closing = set "function do then repeat ( { [", set "end until elseif ) } ]"

-- The offsets at which the last statement of some code may begin, the last one first: behind a semicolon, or in a line
-- with a word that cannot continue the line before.
local function lastStatements(code)
  local words, places, depth = scanner.words(code), {}, 0
  for place, word in ipairs(words) do
    local before = words[place - 1]
    if depth == 0 and before then
      local begins = word.kind == "name" or word.kind == "number" or beginnings[word.text]
      if before.text == ";" or begins and word.line > before.line then table.insert(places, 1, word.first) end
    end
    depth = depth + (opening[word.text] and 1 or 0) - (closing[word.text] and 1 or 0)
  end
  return table.move(places, 1, math.min(8, #places), 1, {})
end

-- Turns the outermost locals of an input into assignments; every word stays in its line. Returns the text, the names,
-- and the text with its last statement as an expression whose value is returned, in each way that may compile.
local function adopt(input)
  local names, parts, done, depth = {}, {}, 0, 0
  local function replace(first, last, text)
    parts[#parts + 1], done = input:sub(done + 1, first) .. text, last
  end
  local words = scanner.words(input)
  for place, word in ipairs(words) do
    local isKeyword = word.kind == "keyword"
    depth = depth + (isKeyword and blocks[word.text] and 1 or 0) - (isKeyword and ends[word.text] and 1 or 0)
    local found = isKeyword and word.text == "local" and depth == 0 and declaration(words, place + 1)
    if found then
      for _, name in ipairs(found.names) do names[#names + 1] = name end
      replace(word.first, word.last, "     ")
      for _, part in ipairs(found.attributes) do replace(part.first, part.last, (" "):rep(part.last - part.first)) end
      if found.valuelessEnd then replace(found.valuelessEnd, found.valuelessEnd, " = nil") end
    end
  end
  local text, answering = table.concat(parts) .. input:sub(done + 1), {}
  for index, place in ipairs(lastStatements(text)) do
    answering[index] = text:sub(1, place) .. "return " .. text:sub(place + 1)
  end
  return text, names, answering
end

-- An input of a shell as a line of a script that prints what the input showed.
local function step(input, isShown, keepsLast)
  local stop = 0
  for _, word in ipairs(scanner.words(input)) do
    if word.text ~= ";" then stop = word.last end
  end
  local code, comment = input:sub(1, stop), input:sub(stop + 1):match "^[; ]*(.*)$"
  local function isLua(text) return load(text) ~= nil end
  -- The last expression of an input, which answers it, and the statements before it.
  local statements, value
  local places = lastStatements(code)
  table.insert(places, 1, 0)
  for _, place in ipairs(places) do
    if isLua(code:sub(1, place) .. "return " .. code:sub(place + 1)) then
      statements, value = code:sub(1, place), code:sub(place + 1)
      break
    end
  end
  -- Statements that return a value, or a call or an assignment that shows none.
  if not isShown and (not value or not keepsLast and isLua(code)) then return input end
  if not value then statements, value = "", "(function()\n" .. code .. "\nend)()" end
  local behind = comment == "" and "" or "  " .. comment
  if not isShown then return statements .. "_ = " .. value .. behind end
  local printed = keepsLast and "_ = (function(...) print(...) return ... end)(" or "print("
  return statements .. printed .. value .. ")" .. behind
end

-- Whether an input ends with a semicolon.
local function isSilent(input)
  local words = scanner.words(input)
  return textAt(words, #words) == ";"
end

-- Whether an input that did not end may have set a variable: it has an assignment, and another statement.
local function mayHaveSet(input)
  local assigns, statements, depth = false, 0, 0
  for place, word in ipairs(scanner.words(input)) do
    local text = word.text
    if depth == 0 and (text == "=" or text == "function") then assigns = true end
    depth = depth + ((text == "(" or text == "{") and 1 or (text == ")" or text == "}") and -1 or 0)
    if blocks[text] or text == ";" then statements = statements + 1 end
  end
  return assigns and (statements > 0 or #lastStatements(input) > 0)
end

-- Functions.

local openingWords, closingWords = set "function do if repeat", set "end until"

-- The function that begins at a word: the places of that, of the parenthesis after it and of its end, the number of its
-- parameters, and the names in it, but for fields and methods; nil where it has no end.
local function extent(words, start)
  local depth, stop = 0, start
  while words[stop] do
    if words[stop].kind == "keyword" then
      depth = depth + (openingWords[words[stop].text] and 1 or 0) - (closingWords[words[stop].text] and 1 or 0)
      if depth == 0 then break end
    end
    stop = stop + 1
  end
  if not words[stop] then return nil end
  local body, close
  local found = { start = start, stop = stop, parameters = 0, names = {} }
  for place = start, stop do
    local word, before = words[place], textAt(words, place - 1)
    if not body and word.text == ":" then found.isMethod, found.parameters = true, 1 end
    body = body or word.text == "(" and place or nil
    if body and word.kind == "name" then
      if not close then found.parameters = found.parameters + 1 end
      if before ~= "." and before ~= ":" then found.names[word.text] = true end
    end
    close = close or body and word.text == ")" and place or nil
  end
  found.body = body
  return close and found
end

-- The text of a function without its name, the names that occur in it, and the name that the function has in its
-- declaration, or of the variable that it is assigned to. Lua knows the lines of a function but not its columns, so
-- functions on the same lines are distinguished by their parameters and variables. Nil and a message where there is not
-- just one.
local function functionText(source, first, last, parameters, variables)
  local words, alike = scanner.words(source), {}
  for place, word in ipairs(words) do
    local found = word.text == "function" and word.line == first and extent(words, place)
    local fits = found and words[found.stop].line == last and found.parameters == parameters
    for _, name in ipairs(fits and variables or {}) do fits = fits and (name == "_ENV" or found.names[name]) end
    if fits then alike[#alike + 1] = found end
  end
  local found = alike[1]
  if not found then return nil, "a function's text is not where it was: its source has changed since" end
  if #alike > 1 then return nil, ("two functions begin in line %d; give each its own line"):format(first) end
  local start, body, name = found.start, found.body, nil
  if body > start + 1 then
    name = words[body - 1].text
  elseif textAt(words, start - 1) == "=" and start > 2 and words[start - 2].kind == "name" then
    name = words[start - 2].text
  end
  local bracket = found.isMethod and (words[body + 1].text == ")" and "(self" or "(self, ") or "("
  local names = {}
  for each in pairs(found.names) do names[#names + 1] = each end
  table.sort(names)
  return "function" .. bracket .. source:sub(words[body].last + 1, words[found.stop].last), names, name
end

return { adopt = adopt, isSilent = isSilent, mayHaveSet = mayHaveSet, step = step, functionText = functionText }
