-- The reference by names. It is called with lists of entries; see Assistant.swift. An entry has 'kind', 'name', 'type',
-- 'summary', 'line', 'signature', 'members', 'parameters' and 'results', see LuaEntry.
local lists = ...

local function byName(list)
  local all = {}
  for _, entry in ipairs(list) do all[entry.name] = all[entry.name] or entry end
  return all
end

local reference = {
  functions = byName(lists.functions), functionList = lists.functions,
  pluginFunctions = byName(lists.pluginFunctions), pluginFunctionList = lists.pluginFunctions,
  objects = byName(lists.objects), objectList = lists.objects, tables = byName(lists.tables),
  pluginTables = lists.pluginTables,
}

-- The fields and methods of an object.
function reference.members(owner)
  local all = {}
  for _, member in ipairs(reference.objects[owner] and reference.objects[owner].members or {}) do
    if member.kind ~= "operation" then all[#all + 1] = member end
  end
  return all
end

function reference.field(name, owner)
  for _, member in ipairs(owner.members) do
    if member.name == name then return member end
  end
end

function reference.member(name, owner) return reference.field(name, { members = reference.members(owner) }) end

function reference.operation(sign, owner) return reference.field(sign, reference.objects[owner]) end

-- The method of a name of the first object that has one.
function reference.method(name)
  for _, object in ipairs(lists.objects) do
    local member = reference.member(name, object.name)
    if member and member.kind == "method" then return member end
  end
end

-- The kind of object that a call returns; nil where it returns none.
function reference.resultObject(entry)
  local object = reference.objects[entry.results[1]]
  return object and object.name
end

-- The table that a type in the notation of LuaCATS names; nil where it names none.
function reference.tableOf(type)
  local names = {}
  for name in type:gmatch "%a+" do names[name] = true end
  for _, entry in ipairs(lists.tables) do
    if names[entry.name] then return entry end
  end
end

-- One line about a parameter: "60 screen points; a number in 1…4096. Width of a cell."
function reference.line(parameter)
  local unit = parameter.unit and " " .. parameter.unit or ""
  return parameter.default .. unit .. "; " .. parameter.expectation .. ". " .. parameter.help
end

return reference
