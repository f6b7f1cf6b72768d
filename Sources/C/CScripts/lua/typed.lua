-- Advice with the names that a person typed: what an input that failed means, written as it works here. It is called
-- with the host's functions, see Assistant.swift, and what 'scanner.lua' returns.
local host, scanner = ...

local function has(text, part) return text:find(part, 1, true) ~= nil end

-- The advice of the first line of a section of hints.txt that has a name; nil where none has.
local function hintOn(name, section)
  for _, each in ipairs(host.hints(section)) do
    if has(" " .. each.left .. " ", " " .. name .. " ") then return each.advice end
  end
end

local function textsIn(words)
  local texts = {}
  for _, word in ipairs(words) do
    if word.kind == "string" then texts[#texts + 1] = word.content end
  end
  return texts
end

-- The use of a member in a line: 'owner', the names before it as typed; 'arguments', the words behind it in its
-- brackets, or its only string; 'inside', the text of these; 'isCall'. Nil where the line has no such member.
local function use(line, name, fits)
  local words = scanner.words(line)
  for place, word in ipairs(words) do
    local sign, start = words[place - 1], words[place + 1]
    if word.kind == "name" and (not name or word.text == name) and sign and (sign.text == ":" or sign.text == ".") then
      local first, owner = place - 2, nil
      while words[first] and words[first].kind == "name" do
        owner = line:sub(words[first].first + 1, sign.first)
        if not words[first - 1] or words[first - 1].text ~= "." then break end
        first = first - 2
      end
      local found = { name = word.text, owner = owner, arguments = {}, inside = "" }
      if start and start.kind == "string" then
        found.isCall, found.arguments, found.inside = true, { start }, start.text
      elseif start and (start.text == "(" or start.text == "{") then
        local stop, depth = place + 1, 0
        while words[stop] do
          local text = words[stop].text
          depth = depth + ((text == "(" or text == "{") and 1 or (text == ")" or text == "}") and -1 or 0)
          if depth == 0 then break end
          stop = stop + 1
        end
        found.isCall, found.arguments = true, table.move(words, place + 2, stop - 1, 1, {})
        found.inside = line:sub(start.last + 1, words[stop] and words[stop].first or #line):match "^%s*(.-)%s*$"
      end
      if not fits or fits(found) then return found end
    end
  end
end

-- A call of a method in a line as one of another method of the same object; nil where that is not plain.
local function callAs(other, method, line)
  local found = line and use(line, method, function(found) return found.isCall and found.owner end)
  return found and ("%s:%s(%s)"):format(found.owner, other, found.inside)
end

local function quoted(text) return ("%q"):format(text) end

-- Names as an argument: "a", or { "a", "b" }.
local function list(names, isList)
  local texts = {}
  for index, name in ipairs(names) do texts[index] = quoted(name) end
  return (#names > 1 or isList) and "{ " .. table.concat(texts, ", ") .. " }" or texts[1]
end

local function isName(text) return text ~= nil and text:find "^[%a_][%w_]*$" ~= nil end

-- Advice with 'd', 'column' and 'rows' as they are called in a line: the owner of the unknown member, and the column
-- that is given as a string or is the owner itself.
local function exact(advice, kind, found)
  local owner = found.owner
  if not owner then return advice end
  local column = textsIn(found.arguments)[1]
  local function put(pattern, text) advice = advice:gsub(pattern, function() return text end) end
  local root = kind == "dataset" and owner or nil
  if kind == "column" or kind == "texts" then
    root, column = owner:match "^(.+)%.([%w_]+)$"
    put("#" .. kind, "#" .. owner)
    put(("%%f[%%w\"]%s%%f[^%%w\"]"):format(kind), owner)
  elseif kind == "rows" then
    put("#rows", "#" .. owner)
    put("%f[%w]rows%f[:.]", owner)
    put("%(rows%)", "(" .. owner .. ")")
    put("rows%[", owner .. "[")
  end
  if column and (has(column, ">") or has(column, "<") or has(column, "=")) then
    put('"population > 1000"', quoted(column))
  elseif isName(column) and kind ~= "rows" then
    put('"column%f[%W]', '"' .. column)
    put("%.column%f[%W]", "." .. column)
  end
  if root then put("%f[%w]d%f[%W]", root) end
  return advice
end

-- "dataset has no 'value_counts'; d:group("column") …" with the names of the line; nil for other messages.
local function message(text, line)
  local before, kind, name, advice = text:match "^(.-)(%a+) has no '([^']*)'; (.+)$"
  if not line or not before or advice:find "^there " or advice:find "^its " then return nil end
  local found = use(line, name)
  return found and ("%s%s has no '%s'; %s"):format(before, kind, name, exact(advice, kind, found))
end

-- The method that was typed behind a value which has none of this name; nil where it has one, or is not known.
local function lacking(value, members, name, input)
  if not value or #members == 0 then return nil end
  for _, each in ipairs(members) do
    if each == name then return nil end
  end
  local found = use(input, name)
  local advice = hintOn(name, value.type)
  return advice and ("%s has no '%s'; %s"):format(value.type, name, found and exact(advice, value.type, found) or advice)
    or ("%s has no '%s'; ?%s lists its methods"):format(value.type, name, value.type)
end

-- 'name = value' pairs as a condition: primary_fuel = 'Solar' and units > 3.
local function condition(words)
  local parts = {}
  for place, word in ipairs(words) do
    local value = words[place + 2]
    if word.kind == "name" and words[place + 1] and words[place + 1].text == "=" and value then
      parts[#parts + 1] = ("%s = %s"):format(word.text, value.kind == "string" and "'" .. value.content .. "'" or value.text)
    end
  end
  return #parts > 0 and table.concat(parts, " and ") or nil
end

local function asks(code, more) return ("did you mean %s?%s"):format(code, more and " " .. more or "") end

local function split(texts)
  local names = {}
  for _, text in ipairs(texts) do
    for name in text:gmatch "[^,]+" do names[#names + 1] = name:match "^%s*(.-)%s*$" end
  end
  return names
end

local takesCondition = { where = true, filter = true, query = true, subset = true }

-- What methods were meant to be given, by the message about what they were given.
local calls = {
  { "to 'select' (table expected, got string)", "select", function(found, owner)
    local names = split(textsIn(found.arguments))
    if names[1] == "*" then return ("%s has all its columns; %s takes some"):format(owner, owner .. ':select { "name" }') end
    return asks(("%s:select %s"):format(owner, list(names, true)))
  end },
  { "to 'group' (it takes no further argument)", "group", function(found, owner)
    local keys, aggregates = {}, {}
    for _, text in ipairs(textsIn(found.arguments)) do table.insert(has(text, ":") and aggregates or keys, text) end
    local more = #aggregates > 0 and ", " .. list(aggregates) or ""
    return asks(("%s:group(%s%s)"):format(owner, list(keys), more))
  end },
  { "to 'sort' (string expected, got table)", "sort", function(found, owner)
    local names, code = textsIn(found.arguments), owner
    for place = #names, 1, -1 do code = ("%s:sort(%s)"):format(code, quoted(names[place])) end
    return asks(code, #names > 1 and "Rows that are equal stay in order." or nil)
  end },
  { "to 'where' (string expected, got table)", "where", function(found, owner)
    local text = condition(found.arguments)
    return text and asks(("%s:where(%s)"):format(owner, quoted(text)))
  end },
  { "attempt to index a number value (local '", "filter", function(found, owner)
    local row = found.inside:match "^function%s*%(%s*([%w_]+)"
    if not row then return nil end
    local code = found.inside:gsub("%f[%w_]" .. row .. "%.([%a_][%w_]*)", owner .. ".%1[" .. row .. "]")
    return asks(("%s:filter(%s)"):format(owner, code), "The function gets the index of a row; a condition gets its values, as in "
      .. owner .. ':where("population > 1000")')
  end },
}

-- The advice on an error that a line shows to be of another language's habits; nil for others.
local function advice(text, line)
  if not line then return nil end
  for _, each in ipairs(calls) do
    if has(text, each[1]) then
      local found = use(line, each[2], function(found) return found.isCall end)
      return found and each[3](found, found.owner or "d")
    end
  end
  local columns = line:match "%[%[(.-)%]%]"
  if columns and has(text, "attempt to call a") then
    local names = {}
    for name in columns:gmatch "[\"']([^\"']+)[\"']" do names[#names + 1] = name end
    return #names > 0 and asks(("%s:select %s"):format(line:match "([%w_.]+)%s*%[%[", list(names, true))) or nil
  end
  if line:find "^#%s" and (has(text, "unknown variable") or has(text, "syntax error") or has(text, " near ")) then
    return "a comment begins with --, as in -- largest first"
  end
  -- d:where(fuel = 'Gas'), d:where(capacity > 3), d:merge(e, on='name')
  local isSyntax = has(text, "')' expected near '='")
  if not isSyntax and not has(text, "unknown variable '") then return nil end
  local found = use(line, nil, function(found)
    for _, word in ipairs(found.arguments) do
      local isSign = word.text == "=" or not isSyntax and word.text:find "^[<>=~]=?$"
      if found.isCall and isSign and (isSyntax or takesCondition[found.name]) then return true end
    end
  end)
  if not found then return nil end
  local owner = found.owner or "d"
  if takesCondition[found.name] then
    if found.inside:find "^function" then return nil end
    return asks(("%s:where(\"%s\")"):format(owner, (found.inside:gsub('"', "'"))))
  end
  local known = isSyntax and hintOn(found.name, "dataset")
  local first = found.inside:match "([%a_][%w_]*)%s*="
  return known and (exact(known, "dataset", found):gsub("{ name =", "{ " .. first .. " ="))
end

-- The equivalent of a function of another tool, with the argument that it was given: head(plants) is plants:head().
local function equivalent(code, name, line)
  local argument = line and line:match("%f[%w_]" .. name .. "%s*%(%s*([%a_][%w_.]*)%s*[,)]")
  if not argument then return code end
  local ofColumn, count = code:gsub("%f[%w]data%.column%f[%W]", function() return argument end)
  if count > 0 then return ofColumn end
  code = code:gsub("%f[%w]data%f[.:,]", function() return argument end)
  return (code:gsub("%f[%w]d%f[%W]", function() return argument end))
end

return { message = message, lacking = lacking, advice = advice, equivalent = equivalent, callAs = callAs, hintOn = hintOn }
