-- Finds what can complete an input at its end: from the values of a session, the registry and the reference. It runs
-- nothing that a script wrote.
--
-- It is called with the host's functions, see Assistant.swift, and what 'scanner.lua', 'place.lua' and 'reference.lua'
-- return. It returns 'complete', a function of the text.
local host, scanner, places, reference = ...

-- Candidates.

local function candidate(text, help, suffix) return { text = text, help = help or "", suffix = suffix or "" } end

local function mapped(list, make)
  local results = {}
  for _, element in ipairs(list) do results[#results + 1] = make(element) end
  return results
end

local function joined(...)
  local all = {}
  for _, list in ipairs { ... } do
    for _, element in ipairs(list) do all[#all + 1] = element end
  end
  return all
end

local function words(list, help) return mapped(list, function(word) return candidate(word, help) end) end

local function withSuffix(list, suffix)
  return mapped(list, function(each) return candidate(each.text, each.help, suffix) end)
end

local function quoted(type)
  local found = {}
  for word in type:gmatch '"([^"]*)"' do found[#found + 1] = candidate(word) end
  return found
end

local keywords = words(scanner.keywords, "a word of Lua")

local function variables()
  local known = {}
  local all = mapped(host.variables(), function(name)
    known[name] = true
    local value = host.value { name } or { brief = "nil" }
    local described = value.isFunction and reference.functions[name]
    return candidate(name, described and described.line or value.brief)
  end)
  for _, each in ipairs(reference.pluginFunctionList) do
    if not known[each.name] then all[#all + 1] = candidate(each.name, each.line) end
  end
  return joined(all, keywords)
end

local function described(owner, isMethod)
  local all = {}
  for _, each in ipairs(reference.members(owner)) do
    if not isMethod or each.kind == "method" then all[#all + 1] = candidate(each.name, each.line) end
  end
  return all
end

local function columns(names) return names and host.columns(names) or {} end

local function members(names, isMethod)
  local value = host.value(names)
  if not value then return {} end
  if value.type == "rows" then return joined(isMethod and {} or columns(names), described("rows", true)) end
  local all = value.type == "dataset" and not isMethod and columns(names) or {}
  for _, name in ipairs(host.fields(names)) do
    if value.isObject then
      local each = reference.member(name, value.type)
      if not isMethod or not each or each.kind == "method" then
        all[#all + 1] = candidate(name, each and each.line)
      end
    else
      local field = host.value(joined(names, { name })) or { brief = "nil" }
      if not isMethod or field.isFunction then all[#all + 1] = candidate(name, field.brief) end
    end
  end
  return all
end

-- The fields of an element of a list, as of frame[1].
local function elements(names)
  local value = host.value(names)
  if not value then return {} end
  local fields = host.elementFields(names)
  if fields then return words(fields) end
  if value.type == "table" then return members(joined(names, { "[1]" }), false) end
  local element = reference.objects[value.type] and reference.operation("[i]", value.type)
  local row = element and reference.tables[element.type]
  return row and mapped(row.members, function(each) return candidate(each.name, each.summary) end) or {}
end

local function things(kind)
  local all = {}
  for _, thing in ipairs(host.things()) do
    if kind == nil or thing.kind == kind then all[#all + 1] = candidate(thing.name, thing.summary) end
  end
  return all
end

-- The reference's entry of a function, or of a method of whatever kind of object a variable holds.
local function entryOf(names)
  local name, owner = names[#names], table.move(names, 1, #names - 1, 1, {})
  if #owner == 0 then return reference.functions[name] or reference.pluginFunctions[name] end
  local value = host.value(owner)
  if value then return reference.member(name, value.type) end
  -- In strategy("grid"):build the type before the colon is unknown: the first kind with such a method counts.
  return reference.method(name)
end

-- Arguments.

-- The names of the value that a method is called on, or that is a function's first argument.
local function receiver(call)
  return #call.path == 1 and call.subject or table.move(call.path, 1, #call.path - 1, 1, {})
end

-- The names of the data that a call is about: a dataset, or a frame with its points; nil where it is about none.
local function data(call)
  local names = call.chain and call.chain.root or receiver(call)
  local value = host.value(names)
  local type = value and value.type
  for _, method in ipairs(call.chain and call.chain.methods or {}) do
    -- Methods that return a dataset leave its columns, but for those that add some.
    local each = type == "dataset" and reference.member(method, type)
    if not each or reference.resultObject(each) ~= "dataset" then return nil end
  end
  return (type == "dataset" or type == "frame") and names or nil
end

local function columnsOf(call) return host.columns(receiver(call)) or columns(data(call)) end

local function tableOf(call)
  local found
  local each = entryOf(call.path)
  for _, parameter in ipairs(each and each.parameters or {}) do found = found or reference.tableOf(parameter.type) end
  for _, name in ipairs(call.keys) do
    local field = found and reference.field(name, found)
    found = field and reference.tableOf(field.type) or nil
  end
  return found
end

local function parameters(list)
  return mapped(list, function(each) return candidate(each.name, reference.line(each), " = ") end)
end

-- The parameters of what a function such as strategy makes by a name.
local function made(call)
  local name = call.path[#call.path]
  local kind = name == "generate" and "generator" or name
  for _, thing in ipairs(call.text and host.things() or {}) do
    if thing.name == call.text and (thing.kind == kind or name == "check") then return thing.parameters end
  end
  return {}
end

local function fields(call)
  if not call then return {} end
  local last = call.keys[#call.keys]
  if host.steps[last] then return parameters(host.steps[last]) end
  if last == "representative" then return { candidate("name", "Which one.", " = ") } end
  if call.path[#call.path] == "group" and #call.path > 1 and not call.isFirst then
    return withSuffix(columnsOf(call), " = ")
  end
  local options = tableOf(call)
  local all = mapped(options and options.members or {}, function(each)
    return candidate(each.name, each.summary, " = ")
  end)
  return #call.path == 1 and #call.keys == 0 and joined(all, parameters(made(call))) or all
end

local kinds = { strategy = "strategy", metric = "metric", diff = "diff", camera = "camera", generate = "generator" }
local kindsOfKeys = { representative = "representative", strategies = "strategy", metrics = "metric" }

-- The parameters of methods that take names of columns.
local takesColumns = { column = true, columns = true, attribute = true, by = true, per = true }

local function arguments(call)
  if #call.keys > 0 then return {} end
  local name, isGlobal = call.path[#call.path], #call.path == 1
  if call.isFirst and isGlobal and kinds[name] then return things(kinds[name]) end
  if call.isFirst and isGlobal and name == "check" then return things() end
  local each = entryOf(call.path)
  local all = each and each.parameters or {}
  if not call.isFirst and isGlobal and all[1] and all[1].name == "rows" then return columnsOf(call) end
  local isFirst = call.isFirst or #all == 1
  local here = table.move(all, isFirst and 1 or 2, isFirst and math.min(1, #all) or #all, 1, {})
  for _, parameter in ipairs(here) do
    if takesColumns[parameter.name] then return columnsOf(call) end
  end
  return joined(table.unpack(mapped(here, function(parameter) return quoted(parameter.type) end)))
end

local function values(name, call)
  local last = call.keys[#call.keys]
  local kind = kindsOfKeys[name] or name == "name" and last == "representative" and "representative"
  if kind then return things(kind) end
  for _, parameter in ipairs(joined(last == "separate" and host.steps.separate or {}, made(call))) do
    if parameter.name == name then
      if parameter.words then return words(parameter.words) end
      break
    end
  end
  -- The key of a list is on the way to the end, that of a text is not.
  local keys = table.move(call.keys, 1, last == name and #call.keys - 1 or #call.keys, 1, {})
  local options = tableOf { path = call.path, keys = keys }
  local field = options and reference.field(name, options)
  return field and quoted(field.type) or {}
end

-- Texts with a grammar of their own; each returns the word at the end, and its candidates.

local function aggregates(text, candidates)
  local sign, word = text:match "([,:])([^,:]*)$"
  local names = withSuffix(candidates, ":")
  if not sign then return text, names end
  return word, sign == ":" and words(host.aggregations) or joined(words(host.aggregations), names)
end

-- The beginning of a value in quotes at the end of a condition, and the column that it is compared with.
local function openValue(text)
  local quote, start
  for place, sign in text:gmatch "()(['\"])" do
    if not quote then quote, start = sign, place elseif quote == sign then quote = nil end
  end
  if not quote then return nil end
  local before, column = text:sub(1, start - 1), "([%w_.\x80-\xff]+)`?%s*"
  return text:sub(start + 1), before:match(column .. "[=!~<>]+%s*$")
    or before:match(column .. "[nN][oO][tT]%s+[iI][nN]%s*%([^()]*$")
    or before:match(column .. "[iI][nN]%s*%([^()]*$") or ""
end

local function condition(text, candidates, call)
  local value, column = openValue(text)
  if value then
    local names = data(call)
    return value, words(names and host.texts(names, column) or {})
  end
  local word = text:match "[%w_.\x80-\xff]*$"
  local names = mapped(candidates, function(each)
    -- Other names stand in backquotes.
    return each.text:find "^[%w_.\x80-\xff]*$" and each or candidate("`" .. each.text .. "`", each.help)
  end)
  if word == "" then return word, names end
  return word, joined(
    names, words({ "lon", "lat" }, "degrees"),
    words({ "and", "or", "not", "in", "is missing", "is not missing" }, "a word of conditions"))
end

-- The word and the candidates in a text of more than one word: a condition, or aggregates; nil for any other.
local function grammar(text, name, call)
  local each = entryOf(call.path)
  local all = each and each.parameters or {}
  local first, second = all[1] or {}, all[2] or {}
  local isGroup = call.path[#call.path] == "group" and #call.path > 1
  local isKind = not name and call.isFirst and first.name == "kind" and first.type == "string"
  if name and isGroup then
    for _, column in ipairs(columns(data(call))) do isKind = isKind or column.text == name end
  end
  if isKind then return text, words(host.aggregations) end
  local isAggregate = name == "by" or name == "aggregate"
    or not name and not call.isFirst and second.name == "aggregates"
  if isAggregate then return aggregates(text, columnsOf(call)) end
  if not name and first.name == "condition" then return condition(text, columnsOf(call), call) end
end

local paths = { dataset = true, plugin = true, dofile = true, open = true, lines = true }

local function shown(found, all)
  -- Names that begin with an underscore are offered only to those who type one.
  local list = {}
  for _, each in ipairs(all) do
    if found.prefix ~= "" or each.text:sub(1, 1) ~= "_" then list[#list + 1] = each end
  end
  return found.start, found.prefix, list
end

local function strings(found)
  local call = found.call
  if not call then return found.start, found.prefix, {} end
  if not found.key and paths[call.path[#call.path]] and call.isFirst then return found.start, found.prefix, nil end
  local word, all = grammar(found.prefix, found.key, call)
  if word then return found.start + #found.prefix - #word, word, all end
  return shown(found, withSuffix(found.key and values(found.key, call) or arguments(call), '"'))
end

local kindsOfPlaces = {
  nowhere = function() return {} end,
  name = variables,
  keyword = function() return keywords end,
  member = function(found) return found.path[1] == "" and {} or members(found.path, found.isMethod) end,
  element = function(found) return elements(found.path) end,
  result = function(found)
    local each = entryOf(found.path)
    local object = each and reference.resultObject(each)
    return object and described(object, found.isMethod) or {}
  end,
  key = function(found)
    local keys = {}
    for _, each in ipairs(fields(found.call)) do
      if each.text:sub(1, #found.prefix) == found.prefix then keys[#keys + 1] = each end
    end
    return #keys > 0 and keys or variables()
  end,
}

return {
  -- Returns the offset of the word that candidates replace, the word, and all candidates; nil for paths of files.
  complete = function(text)
    local found = places.at(text)
    if found.kind == "string" then return strings(found) end
    return shown(found, kindsOfPlaces[found.kind](found))
  end,
}
