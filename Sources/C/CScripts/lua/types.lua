-- What 'pinfold plugin types' writes: as pinfold.lua the API and everything that has a name in the registry, as
-- definitions in the notation of LuaCATS, which Lua's language server reads; settings for it; and those of luacheck.
--
-- It is called with a table: the tables, objects and functions of the reference, the registered things, the first line
-- of pinfold.lua, and the global names of scripts and plugins. It returns the three texts.
local api = ...

local known = { Representative = true }
for _, entry in ipairs(api.objects) do known[entry.name] = true end
for _, entry in ipairs(api.tables) do known[entry.name] = true end

local function named(name) return "pinfold." .. name end

-- A type with the names of objects and tables made whole; a name before a colon is a parameter's or a field's.
local function typed(text)
  local parts, place = {}, 1
  while place <= #text do
    local part = text:match('^"[^"]*"', place) or text:match("^[%a_]+", place) or text:sub(place, place)
    place = place + #part
    parts[#parts + 1] = known[part] and not text:find("^%?*:", place) and named(part) or part
  end
  return table.concat(parts)
end

local function mapped(list, write)
  local parts = {}
  for place, element in ipairs(list) do parts[place] = write(element) end
  return table.concat(parts)
end

local operators = {
  ["#"] = "len", ["+"] = "add", ["-"] = "sub", ["*"] = "mul", ["/"] = "div", ["//"] = "idiv", ["%"] = "mod",
  ["^"] = "pow", ["&"] = "band", ["|"] = "bor", ["~"] = "bnot",
}

local function field(entry)
  if entry.kind ~= "operation" then
    local mark = entry.isOptional and "?" or ""
    local kind = entry.isOptional and entry.type:sub(1, -2) or entry.type
    return ("---@field %s%s %s %s\n"):format(entry.name, mark, typed(kind), entry.summary)
  end
  if entry.name:sub(1, 1) == "[" then
    local key = entry.name == "[i]" and "[integer]" or entry.name
    return ("---@field %s %s %s\n"):format(key, typed(entry.type), entry.summary)
  end
  local operation, operand = operators[entry.name], entry.parameters[1]
  if not operation then return "" end
  operand = operand and "(" .. typed(operand.type) .. ")" or ""
  return ("---@operator %s%s: %s\n"):format(operation, operand, typed(entry.results[1] or entry.type))
end

local function comment(entry)
  local text = "---" .. entry.summary .. "\n"
  if not entry.example then return text end
  return text .. "---```lua\n" .. entry.example:gsub("[^\n]+", "---%0") .. "\n---```\n"
end

local function body(entry, name)
  local names = {}
  for place, parameter in ipairs(entry.parameters) do names[place] = parameter.name end
  return mapped(entry.parameters, function(parameter)
    return ("---@param %s%s %s\n"):format(parameter.name, parameter.isOptional and "?" or "", typed(parameter.type))
  end) .. mapped(entry.results, function(result) return "---@return " .. typed(result) .. "\n" end)
    .. ("function %s(%s) end\n\n"):format(name, table.concat(names, ", "))
end

local function record(entry)
  return comment(entry) .. "---@class " .. named(entry.name) .. "\n" .. mapped(entry.members, field) .. "\n"
end

local function object(entry)
  local fields, methods = {}, {}
  for _, member in ipairs(entry.members) do table.insert(member.kind == "method" and methods or fields, member) end
  local text = comment(entry) .. "---@class " .. named(entry.name) .. "\n" .. mapped(fields, field)
  if #methods == 0 then return text .. "\n" end
  -- A block of its own, so that the class's name hides no function.
  return "do\n" .. text .. ("local %s = {}\n\n"):format(entry.name) .. mapped(methods, function(method)
    return comment(method) .. body(method, entry.name .. ":" .. method.name)
  end) .. "end\n\n"
end

-- What has a name in the registry.

local function things(kind, write)
  return mapped(api.things, function(thing) return thing.kind == kind and write(thing) or "" end)
end

local function parameter(about)
  local unit = about.unit and " in " .. about.unit or ""
  local help = about.help == "" and "" or " " .. about.help
  return ("---@field %s? %s%s Takes %s%s; %s unless given.\n"):format(
    about.name, about.type, help, about.expectation, unit, about.default)
end

local function class(thing, parent, fields)
  parent = parent and ": " .. named(parent) or ""
  return ("---%s\n---@class %s%s\n"):format(thing.summary, named(thing.kind .. "." .. thing.name), parent)
    .. (fields or "") .. mapped(thing.parameters, parameter) .. "\n"
end

local function classes(kind, parent) return things(kind, function(thing) return class(thing, parent) end) end

local function representatives()
  local names = {}
  local text = things("representative", function(thing)
    names[#names + 1] = '"' .. thing.name .. '"'
    names[#names + 1] = named("representative." .. thing.name)
    return class(thing, nil, ('---@field name "%s"\n'):format(thing.name))
  end)
  return text .. ("---@alias %s %s\n\n"):format(named("Representative"), table.concat(names, "|"))
end

local function definition(entry)
  local kind = entry.name == "generate" and "generator" or entry.name
  local last = entry.parameters[#entry.parameters]
  return comment(entry) .. things(kind, function(thing)
    local name, result = named(kind .. "." .. thing.name), typed(entry.results[1] or "any")
    return ('---@overload fun(name: "%s", %s?: %s): %s\n'):format(
      thing.name, last and last.name or "parameters", name, result)
  end) .. body(entry, entry.name)
end

-- Exactly the existing globals, so that luacheck finds a misspelt or missing one.
local function globals(names)
  return "  read_globals = {\n" .. mapped(names, function(global)
    local fields = {}
    for place, name in ipairs(global.fields) do fields[place] = '"' .. name .. '"' end
    if #fields == 0 then return ('    "%s",\n'):format(global.name) end
    return ("    %s = { fields = { %s } },\n"):format(global.name, table.concat(fields, ", "))
  end) .. "  },\n"
end

local notice = "-- Written by 'pinfold plugin types', which writes it anew: do not edit."

return {
  api.mark .. "\n" .. notice .. " Not to be run or required.\n\n"
    .. mapped(api.tables, record) .. mapped(api.objects, object) .. representatives()
    .. classes("strategy", "StrategyOptions") .. classes("generator", "GenerateOptions")
    .. classes("metric") .. classes("diff") .. classes("camera") .. mapped(api.functions, definition),
  [[
{
  "runtime.version": "Lua 5.4",
  "workspace.library": ["pinfold.lua"]
}
]],
  notice .. "\nstds.script = {\n" .. globals(api.scripts) .. "}\nstds.plugin = {\n" .. globals(api.plugins) .. [[
}
std = "script"
files["**/Plugins/**/*.lua"] = { std = "plugin" }
exclude_files = { "pinfold.lua" }
unused_args = false
max_line_length = false
]],
}
