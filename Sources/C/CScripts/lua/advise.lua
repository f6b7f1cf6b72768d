-- Help with an error beyond its message: where in the line it is, and what may have been meant. It is called with the
-- host's functions, see Assistant.swift, and what 'scanner.lua', 'place.lua' and 'typed.lua' return.
local host, scanner, places, typed = ...

local function has(text, part) return text:find(part, 1, true) ~= nil end

-- The parts of a text that are within single quotes.
local function quoted(text)
  local words, isInside = {}, false
  for part in (text .. "'"):gmatch "([^']*)'" do
    if isInside then words[#words + 1] = part end
    isInside = not isInside
  end
  return words
end

local function isOneOf(list, word)
  for _, each in ipairs(list) do
    if each == word then return true end
  end
  return false
end

-- The columns before the word that a message names, if the line has it exactly once.
local function column(message, line)
  -- "unknown strategy 'gird'", "generator 'cities' has no 'cont'": what is unknown counts first.
  local unknown = message:find("unknown ", 1, true) or message:find(" has no ", 1, true)
  local tokens = scanner.tokens(line)
  for _, word in ipairs(quoted(unknown and message:sub(unknown) or message)) do
    local hit, count = nil, 0
    for _, token in ipairs(tokens) do
      if token.text == word or token.content ~= "" and token.content == word then hit, count = token, count + 1 end
    end
    if count == 1 then return host.width(line:sub(1, hit.first + (hit.text == word and 0 or 1))) end
  end
end

-- The mistake in an input that Lua considers unfinished although no continuation would be valid; nil for others.
local function unfinished(input)
  local words = scanner.words(input)
  local last, colon = words[#words], words[#words - 1]
  if colon and last.kind == "name" and colon.text == ":" then
    local owner = input:sub(1, colon.first):match "[^%s(]*$"
    local names = places.path(words, #words - 2)
    local lacking = typed.lacking(host.value(names), host.fields(names), last.text, input)
    if lacking then return lacking end
    return ("'%s' is a method, which is called with parentheses: %s:%s()"):format(last.text, owner, last.text)
  end
  for _, word in ipairs(words) do
    if word.kind == "keyword" and (word.text == "do" or word.text == "then") then return nil end
  end
  local first = words[1] and words[1].text
  if not isOneOf({ "for", "while", "if" }, first) or not input:find ":%s+%S" and not input:find ":%s*$" then
    return nil
  end
  return first == "if" and "Lua writes if x > 1 then print(x) end, without a colon"
    or ("Lua writes %s … do print(x) end, without a colon"):format(first)
end

-- A suggestion for an input that loads a file's name as code, as load("x.csv"); nil for others.
local function loading(input)
  local before
  for _, token in ipairs(scanner.tokens(input)) do
    if token.text ~= "(" then
      if before == "load" and has(token.content, ".") and not token.content:find "%s" then
        return ('did you mean dataset("%s")?'):format(token.content)
      end
      before = token.text
    end
  end
end

-- The advice of the first line of a section of hints.txt whose left side fits; nil where none does.
local function hint(section, fits)
  for _, each in ipairs(host.hints(section)) do
    if fits(each.left) then return each.advice end
  end
end

-- The equivalent in Lua and datasets of a line in the style of another language; nil for anything else.
local function habit(message, line)
  local function says(text) return has(message, text) end
  if says "to 'filter' (function or mask expected, got string)" then
    return ("did you mean %s?"):format(typed.callAs("where", "filter", line) or 'd:where("population > 1000")')
  end
  if says "to 'where' (string expected, got column)" or says "to 'where' (string expected, got function)" then
    return ("did you mean %s?"):format(typed.callAs("filter", "where", line) or "d:filter(mask)")
  end
  local advice = typed.advice(message, line) or hint("message", says)
  if advice or not line then return advice end
  -- data.head() instead of data:head()
  if says "bad argument #1 to '" then
    local name = quoted(message)[1]
    local type = message:match "%((%a+) expected, got "
    if type and isOneOf(host.objects, type) and has(line, "." .. name .. "(") and not has(line, ":" .. name .. "(") then
      return ("did you mean :%s()? A method is called with a colon."):format(name)
    end
  end
  local variable = line:match "^%s*([%a_][%w_]*)%s*<%-%s*%S"
  if variable then return ("did you mean %s = …?"):format(variable) end
  local data, field = line:match "([%a_][%w_]*)[.%[][\"']?([%w_]+)[\"']?%]?%s*="
  if data and says "a value of type dataset cannot be changed" then
    return ("did you mean %s = %s:derive { %s = … }?"):format(data, data, field)
  end
  local isSyntax = says "syntax error" or says "unexpected symbol" or says " expected near "
    or says "expected (to close"
  if not isSyntax then return nil end
  local words = line:lower() .. " "
  local found = hint("line", function(left)
    local first, second = left:match "^(.-) … (.*)$"
    local start = (first or left) .. " "
    return words:sub(1, #start) == start and (not second or has(words, " " .. second .. " "))
  end)
  if not found and says "near '$'" then found = line:gsub("%$", ".") end
  found = found or hint("sign", function(left) return has(words, left) end)
  return found and ("did you mean %s?"):format(found)
end

local function meant(name) return name and ("did you mean '%s'?"):format(name) end

-- The probable meaning of the name of a missing variable: a name of another tool, a variable of nearly this name,
-- something to ask for by name, a text without quotes, or a test for a variable.
local function missingVariable(word, line)
  local words = scanner.words(line)
  -- Where it is read: an assignment declares it.
  local place
  for index, each in ipairs(words) do
    local before, after = words[index - 1], words[index + 1]
    if each.text == word and not (before and (before.text == "." or before.text == ":"))
      and not (after and after.text == "=") then
      place = index
      break
    end
  end
  local function at(distance) return place and words[place + distance] and words[place + distance].text end
  local before, after = at(-1), at(1)
  local next = place and words[place + 1]
  local isCalled = next and (next.content ~= "" or isOneOf({ "(", "{" }, after))
  if isCalled or #words == 1 or isOneOf({ ".", ":" }, after) then
    local code = typed.hintOn(word, "function")
    if code and code:sub(-1) == "." then return code:sub(1, -2) end
    if code then return ("did you mean %s?"):format(typed.equivalent(code, word, line)) end
  end
  local advice = isCalled and typed.hintOn(word, "dataset")
  if advice then return typed.equivalent(advice, word, line) end
  -- A short word resembles almost any other.
  local known = {}
  for _, name in ipairs(#word < 2 and {} or host.variables()) do
    if name ~= word and #name * 2 > #word then known[#known + 1] = name end
  end
  local near = host.closest(word, known)
  if isCalled or not place then
    -- grid{…} for strategy("grid", {…})
    if near then return meant(near) end
    local names, calls = {}, {}
    for index, thing in ipairs(host.things()) do
      names[index], calls[thing.name] = thing.name, calls[thing.name] or thing.call
    end
    local thing = host.closest(word, names)
    return thing and ("did you mean %s?"):format(calls[thing])
  end
  local isNil = isOneOf({ "==", "~=" }, before) and at(-2) == "nil" or isOneOf({ "==", "~=" }, after) and at(2) == "nil"
  if isNil or isOneOf({ "or", "and", "then" }, after)
    or isOneOf({ "if", "elseif", "while", "until", "not", "and", "or" }, before) then
    return meant(near) or ('rawget(_G, "%s") is nil where there is no such variable'):format(word)
  end
  local isValue = isOneOf({ "(", ",", "{", "[", "=", "==", "~=", ".." }, before)
    and (not after or isOneOf({ ")", ",", "}", "]", ";", ".." }, after))
  if not isValue then return meant(near) end
  return near and ("did you mean '%s', or the text \"%s\"?"):format(near, word)
    or ('a text needs quotes: "%s"'):format(word)
end

-- The fields of the value before '.word' or ':word'; those of every object where that is not known.
local function fields(word, line)
  local tokens = scanner.tokens(line)
  for index, token in ipairs(tokens) do
    if token.text == word then
      local names = places.path(tokens, index - 2)
      if host.value(names) then return host.fields(names) end
      break
    end
  end
  -- A short word resembles a part of almost any other.
  return #word < 3 and {} or host.memberNames()
end

-- "did you mean 'grid'?" where a message complains about an unknown variable, or about a variable, field or method that
-- is nil.
local function missing(message, line)
  local function after(text)
    local _, stop = message:find(text, 1, true)
    return stop and message:match("^[^']*", stop + 1)
  end
  if has(message, "(did you mean ") then return nil end
  local variable = after "unknown variable '" or after "a nil value (global '"
  if variable then return missingVariable(variable, line or "") end
  for _, kind in ipairs { "field", "method" } do
    local word = after("a nil value (" .. kind .. " '")
    if word then
      local known = {}
      for _, name in ipairs(line and fields(word, line) or {}) do
        if name ~= word then known[#known + 1] = name end
      end
      return meant(host.closest(word, known))
    end
  end
end

return {
  column = column, message = typed.message, unfinished = unfinished, loading = loading, habit = habit, missing = missing,
}
