-- Finds operators that Lua applies to a whole column as to one value: 'and', 'or' and 'not' of masks, '==' of a column
-- and a number, and a mask as a condition.
--
-- It reports only what is always a mistake. Types come from the reference; a variable has a type if all assignments in
-- the chunk agree, or if it is not assigned and its present value has one. Everything else passes, except masks that an
-- operator mixes up in the argument of a 'filter'.
--
-- It is called with what 'scanner.lua' returns and the text of a chunk; a function of a list of names that returns the
-- type of what they are outside of the chunk; one of a name and a type that returns the member, a table with 'kind',
-- 'type' and 'result'; and one of a name that returns the type of what the function of that name returns. It returns
-- the line and the message of the first mistake.
local scanner, source, outside, member, made = ...

local words, kinds, lines = {}, {}, {}
for place, word in ipairs(scanner.words(source)) do
  words[place], kinds[place], lines[place] = word.text, word.kind, word.line
end

-- The index of the next word.
local place

-- The types of the assigned variables, from the previous pass and this one; false for variables with several types or
-- an unknown one. The first pass knows those of the lines above.
local assumed, found
local findings

-- An expression is a table: 'type', the name of a type in the reference, "mask", or a type of Lua; 'path', the names of
-- a variable and of fields, by which its present value is found; 'isComparison' for the result of a method that is
-- called as a comparison of columns is; and 'suspicion', a finding if it is used as a mask. Each may be missing.
local function isMask(value) return value.type == "mask" end

local function isColumn(value) return value.type == "mask" or value.type == "column" or value.type == "texts" end

local function isPlain(value)
  return value.type == "number" or value.type == "string" or value.type == "boolean"
end

local function set(...)
  local all = {}
  for _, word in ipairs { ... } do all[word] = true end
  return all
end

local function finding(message, operation) return { line = lines[operation], message = message } end

local function report(message, operation) findings[#findings + 1] = finding(message, operation) end

local function use(value)
  local suspicion = value.suspicion
  if not suspicion then return end
  for _, known in ipairs(findings) do
    if known.line == suspicion.line and known.message == suspicion.message then return end
  end
  findings[#findings + 1] = suspicion
end

-- Words.

local function isString() return kinds[place] == "string" end

-- Passes a word that is no string; returns whether it is the next one.
local function take(word)
  if words[place] ~= word or isString() then return false end
  place = place + 1
  return true
end

-- Passes a name; nil where none is next.
local function name()
  if kinds[place] ~= "name" then return nil end
  place = place + 1
  return words[place - 1]
end

-- Statements.

local block, expression, expressions, primary

local function assign(type, variable)
  local known = found[variable]
  if known ~= nil and known ~= (type or false) then type = nil end
  found[variable] = type or false
end

local function assignAll(values, targets)
  for position, target in ipairs(targets) do
    if target then assign(values[position] and values[position].type, target) end
  end
end

local function body()
  if take("(") then
    while not take(")") and words[place] do
      local parameter = name()
      if parameter then assign(nil, parameter) else place = place + 1 end
    end
  end
  block()
  take("end")
end

local function condition()
  local start = place
  if isMask(expression()) then
    report("a mask is true as a condition whatever it holds; mask:sum() > 0 says whether it holds anywhere", start)
  end
end

-- Names with commas between, and without their attributes.
local function names()
  local all = {}
  repeat
    all[#all + 1] = name()
    if take("<") then place = place + 2 end
  until not take(",")
  return all
end

local function assignment()
  local targets = {}
  repeat
    local start = place
    expression()
    targets[#targets + 1] = place == start + 1 and kinds[start] == "name" and words[start]
  until not take(",")
  if take("=") then assignAll(expressions(), targets) end
end

local silent = set("then", "else", "do", "repeat", "end", "break")

local statements = {
  ["if"] = condition, ["elseif"] = condition, ["while"] = condition, ["until"] = condition,
  ["for"] = function()
    for _, variable in ipairs(names()) do assign(nil, variable) end
    if not take("=") then take("in") end
    expressions()
  end,
  ["function"] = function()
    local variable = name()
    if variable then assign(nil, variable) end
    while take(".") or take(":") do place = place + 1 end
    body()
  end,
  ["local"] = function()
    if take("function") then
      local variable = name()
      if variable then assign(nil, variable) end
      return body()
    end
    local targets = names()
    assignAll(take("=") and expressions() or {}, targets)
  end,
  ["return"] = function() expressions() end,
  ["goto"] = function() place = place + 1 end,
}

local function statement()
  local word = words[place]
  if kinds[place] ~= "keyword" then return assignment() end
  if not statements[word] and not silent[word] then return assignment() end
  place = place + 1
  if statements[word] then statements[word]() end
end

-- Reads statements up to the 'end' of the block that they are in.
function block()
  local depth = 0
  while words[place] do
    local word = isString() and "" or words[place]
    if word == "if" or word == "do" or word == "repeat" then
      depth = depth + 1
    elseif word == "end" or word == "until" then
      if depth == 0 then return end
      depth = depth - 1
    end
    local start = place
    statement()
    -- Text that is not Lua is skipped.
    if place == start then place = place + 1 end
  end
end

-- Types.

local comparisons = set("lt", "le", "gt", "ge", "eq", "ne")
local tests = set("isin", "has", "match", "missing")

local function field(key, value)
  local path
  if value.path then
    path = table.move(value.path, 1, #value.path, 1, {})
    path[#path + 1] = key
    local type = outside(path)
    if type then return { type = type, path = path } end
  end
  if not value.type then return {} end
  local entry = member(key, value.type)
  if not entry then return { type = value.type == "dataset" and "column" or nil } end
  -- A column of the data may hide any other member of a dataset.
  local isSure = entry.kind == "field" and (value.type ~= "dataset" or entry.type == "column")
  return { type = isSure and (entry.type == "integer" and "number" or entry.type) or nil }
end

local function result(method, value)
  local isComparison = comparisons[method]
  if isColumn(value) and (isComparison or tests[method]) then return { type = "mask", isComparison = true } end
  local type = isMask(value) and "column" or value.type
  if not type then return { isComparison = isComparison } end
  local entry = member(method, type)
  return { type = entry and entry.result }
end

-- Expressions.

local function arguments()
  if isString() or words[place] == "{" then return { primary() or {} } end
  if not take("(") or take(")") then return {} end
  local values = expressions()
  take(")")
  return values
end

local function suffixed()
  local value = primary()
  if not value then return {} end
  while words[place] and not isString() do
    local word = words[place]
    if word == "." then
      place = place + 1
      local key = name()
      value = key and field(key, value) or {}
    elseif word == "[" then
      place = place + 1
      expression()
      take("]")
      value = {}
    elseif word == ":" then
      place = place + 1
      local method = name()
      if not method then return {} end
      local given = arguments()
      if method == "filter" and given[1] then use(given[1]) end
      value = result(method, value)
    elseif word == "(" or word == "{" then
      local path, given = value.path or {}, arguments()
      local last = path[#path]
      if path[1] == "math" and (last == "max" or last == "min") and #given == 1 and isColumn(given[1]) then
        report(("math.%s of one column is that column; write column:%s()"):format(last, last), place - 1)
      end
      value = {}
    else
      return value
    end
  end
  while isString() do
    place = place + 1
    value = {}
  end
  return value
end

local unary = set("not", "#", "-", "~")

local function operand()
  local operation, word = place, words[place]
  if not word or isString() or not unary[word] then return suffixed() end
  place = place + 1
  local value = expression(12)
  if word == "not" then
    local message = "'not' of a mask is false whatever it holds; write ~mask"
    if isMask(value) then report(message, operation) end
    local isSuspect = value.isComparison or isColumn(value)
    return { type = "boolean", suspicion = value.suspicion or isSuspect and finding(message, operation) or nil }
  elseif word == "#" then
    return { type = "number" }
  elseif word == "~" then
    use(value)
    return { type = isColumn(value) and "mask" or nil }
  end
  return { type = isColumn(value) and "column" or value.type == "number" and "number" or nil }
end

local function combined(a, word, b, operation)
  if word == "and" or word == "or" then
    local side, symbol = "first", "|"
    if word == "and" then side, symbol = "second", "&" end
    local message = ("'%s' of two masks is the %s one alone; write a %s b"):format(word, side, symbol)
    if isMask(a) and isColumn(b) then report(message, operation) end
    local isSuspect = (isColumn(a) or a.isComparison) and (isColumn(b) or b.isComparison)
    return {
      type = a.type == b.type and a.type or nil,
      suspicion = a.suspicion or b.suspicion or isSuspect and finding(message, operation) or nil,
    }
  elseif word == "==" or word == "~=" then
    if isColumn(a) and isPlain(b) or isPlain(a) and isColumn(b) then
      local always, method = "true", "ne"
      if word == "==" then always, method = "false", "eq" end
      local other = isPlain(a) and a.type or b.type
      local message = "'%s' of a column and a %s is always %s; write column:%s(value)"
      report(message:format(word, other, always, method), operation)
    end
    return { type = "boolean" }
  elseif word == "<" or word == ">" or word == "<=" or word == ">=" then
    return { type = "boolean" }
  elseif word == "&" or word == "|" then
    use(a)
    use(b)
    return { type = (isColumn(a) or isColumn(b)) and "mask" or nil }
  elseif word == ".." then
    return { type = "string" }
  end
  return { type = (isColumn(a) or isColumn(b)) and "column" or nil }
end

-- How tightly an operator holds what is before it and behind it.
local left = {
  ["or"] = 1, ["and"] = 2, ["<"] = 3, [">"] = 3, ["<="] = 3, [">="] = 3, ["~="] = 3, ["=="] = 3, ["|"] = 4, ["~"] = 5,
  ["&"] = 6, ["<<"] = 7, [">>"] = 7, [".."] = 9, ["+"] = 10, ["-"] = 10, ["*"] = 11, ["/"] = 11, ["//"] = 11,
  ["%"] = 11, ["^"] = 14,
}
local right = { [".."] = 8, ["^"] = 13 }

function expression(limit)
  local value = operand()
  while words[place] and not isString() do
    local word = words[place]
    if (left[word] or 0) <= (limit or 0) then break end
    local operation = place
    place = place + 1
    value = combined(value, word, expression(right[word] or left[word]), operation)
  end
  return value
end

function expressions()
  local values = { expression() }
  while take(",") do values[#values + 1] = expression() end
  return values
end

-- Words of other languages that would be variables with the value nil.
local foreign = {
  True = "true", TRUE = "true", False = "false", FALSE = "false", None = "nil", NULL = "nil", null = "nil", NA = "0/0",
}

local function variable(word)
  local known = found[word]
  if assumed then known = assumed[word] end
  if known == nil and (words[place] == "(" or words[place] == "{" or isString()) then
    local type = made(word)
    if type then
      arguments()
      return { type = type }
    end
  end
  if known ~= nil then return { type = known or nil } end
  local type = outside { word }
  if foreign[word] and not type then
    report(("'%s' is no word of Lua but an unknown variable; write %s"):format(word, foreign[word]), place - 1)
  end
  return { type = type, path = { word } }
end

local function constructor()
  while not take("}") and words[place] do
    local start = place
    if take("[") then
      expression()
      take("]")
      take("=")
    elseif kinds[place] == "name" and words[place + 1] == "=" then
      place = place + 2
    end
    expression()
    if not take(",") then take(";") end
    if place == start then place = place + 1 end
  end
end

-- A value without what follows it; nil, and no word is passed, where there is none.
function primary()
  local word, kind = words[place], kinds[place]
  if not word then return nil end
  place = place + 1
  if kind == "string" or kind == "number" then return { type = kind } end
  if kind == "name" then return variable(word) end
  if word == "true" or word == "false" then return { type = "boolean" } end
  if word == "nil" or word == "..." then return {} end
  if word == "function" then
    body()
    return {}
  elseif word == "(" then
    local value = expression()
    take(")")
    return value
  elseif word == "{" then
    constructor()
    return { type = "table" }
  end
  place = place - 1
  return nil
end

local function agrees(a, b)
  for key, value in pairs(a) do if b[key] ~= value then return false end end
  return true
end

-- Types of variables that depend on each other in more steps are not known.
for _ = 1, 10 do
  found, findings, place = {}, {}, 1
  while words[place] do
    block()
    place = place + 1
  end
  -- Each assignment agrees with the types that were assumed.
  if assumed and agrees(assumed, found) and agrees(found, assumed) then
    if findings[1] then return findings[1].line, findings[1].message end
    return
  end
  assumed = found
end
