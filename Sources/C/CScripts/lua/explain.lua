-- Explains names, from the values of a session, the registry and the reference. It is called with the host's functions,
-- see Assistant.swift, and the reference as 'reference.lua' returns it.
local host, reference = ...

local function without(names) return table.move(names, 1, #names - 1, 1, {}) end

local function split(topic)
  local names = {}
  for name in topic:gmatch "[^.:]+" do names[#names + 1] = name end
  return names
end

local function endingLine(text) return (text == "" or text:sub(-1) == "\n") and text or text .. "\n" end

-- The names that have help, with one line each; a name with several meanings has several.
local function candidates()
  local all = {}
  local function add(text, help) all[#all + 1] = { text = text, help = help } end
  for _, list in ipairs { reference.functionList, reference.pluginFunctionList } do
    for _, entry in ipairs(list) do add(entry.name, entry.line) end
  end
  for _, object in ipairs(reference.objectList) do
    add(object.name, object.summary)
    for _, member in ipairs(reference.members(object.name)) do add(object.name .. "." .. member.name, member.line) end
  end
  for _, entry in ipairs(reference.pluginTables) do add(entry.name, entry.summary) end
  for _, thing in ipairs(host.things()) do add(thing.name, thing.kind .. ": " .. thing.summary) end
  for _, name in ipairs(host.variables()) do
    if not reference.functions[name] then add(name, "a variable") end
  end
  return all
end

local function topics()
  local names = {}
  for _, each in ipairs(candidates()) do names[#names + 1] = each.text end
  for _, thing in ipairs(host.things()) do
    for _, parameter in ipairs(thing.parameters) do names[#names + 1] = parameter.name end
  end
  return names
end

local function example(thing)
  if thing.kind == "representative" then
    return ('strategy("grid", { representative = "%s" })'):format(thing.name)
  end
  local first = thing.parameters[1]
  if not first then return thing.call end
  local value = first.isText and '"' .. first.default .. '"' or first.default
  return ("%s, { %s = %s })"):format(thing.call:sub(1, -2), first.name, value)
end

-- A function of a name and the screen's columns that returns the help on the name; nil where there is none.
local function help(topic, width)
  local function wrapped(text, indent) return host.wrap(text, width, indent or "") end

  local function entryText(entry)
    local parts = { wrapped(entry.signature), wrapped(entry.summary, "  ") }
    for _, parameter in ipairs(entry.parameters) do
      local options = reference.tableOf(parameter.type)
      local names = {}
      for place, member in ipairs(options and options.members or {}) do names[place] = member.name end
      if options then parts[#parts + 1] = wrapped(parameter.name .. ": " .. table.concat(names, ", "), "  ") end
    end
    if entry.example then parts[#parts + 1] = wrapped("example: " .. entry.example, "  ") end
    return table.concat(parts)
  end

  local function rows(members, name)
    local names, texts = {}, {}
    for place, member in ipairs(members) do names[place], texts[place] = name(member), member.summary end
    return (host.definitions(names, texts, width - 2):gsub("[^\n]+\n", "  %0"))
  end

  local function objectText(owner)
    return owner .. ": fields and methods\n" .. rows(reference.members(owner), function(member)
      return member.kind == "field" and member.name or member.line:match "^[^:]*"
    end)
  end

  local function thingText(thing)
    local parts = { wrapped(("%s '%s': %s"):format(thing.kind, thing.name, thing.summary)) }
    local about = thing.kind == "metric" and host.metric(thing.name)
    if about then
      parts[#parts + 1] = wrapped(about.formula, "  ")
      for _, measure in ipairs(about.measures) do
        parts[#parts + 1] = wrapped(measure.name .. ": " .. measure.help, "  ")
      end
      parts[#parts + 1] = wrapped(("cost: %s; source: %s"):format(about.cost, about.source), "  ")
    end
    for _, parameter in ipairs(thing.parameters) do
      parts[#parts + 1] = wrapped(parameter.name .. " = " .. reference.line(parameter), "  ")
    end
    if thing.path then parts[#parts + 1] = "  plugin: " .. thing.path .. "\n" end
    return table.concat(parts) .. wrapped("example: " .. example(thing), "  ")
  end

  local function parameterText(parameter, owners)
    return wrapped(parameter.name .. ", a parameter of " .. table.concat(owners, ", "))
      .. wrapped(reference.line(parameter), "  ")
  end

  local function valueText(value, names, name)
    if value.definition then
      return ("%s is a Lua function, %s. ??%s shows it.\n"):format(name, value.definition.place, name)
    elseif value.isFunction then
      return ("%s is a function of Lua: https://www.lua.org/manual/5.4/manual.html#pdf-%s\n"):format(name, name)
    elseif value.isObject then
      local members = #reference.members(value.type) > 0 and objectText(value.type) or ""
      return wrapped(name .. " is " .. value.shown) .. members
    elseif value.shown then
      return host.clip(name .. " is " .. value.shown, width) .. "\n"
    end
    return wrapped(name .. " is a table: " .. table.concat(host.fields(names), ", "))
  end

  local names, texts = split(topic), {}
  local last, owner = names[#names], without(names)
  if not last then return nil end
  local function add(text) texts[#texts + 1] = text end

  if #owner == 0 then
    if reference.functions[last] then add(entryText(reference.functions[last])) end
    for _, thing in ipairs(host.things()) do
      if thing.name == last then add(thingText(thing)) end
    end
    local value = #texts == 0 and host.value(names)
    if value then add(valueText(value, names, last)) end
    if #texts == 0 and reference.pluginFunctions[last] then add(entryText(reference.pluginFunctions[last])) end
    if #reference.members(last) > 0 then add(objectText(last)) end
    -- Methods too: a user who searches 'sort' may not know its type.
    local count = 0
    for _, object in ipairs(reference.objectList) do
      local member = count < 4 and reference.member(last, object.name)
      if member then count, texts[#texts + 1] = count + 1, entryText(member) end
    end
    if #texts == 0 then
      local groups = {}
      for _, thing in ipairs(host.things()) do
        local parameter = reference.field(last, { members = thing.parameters })
        local line = parameter and reference.line(parameter)
        if line and not groups[line] then
          groups[line] = { parameter = parameter }
          groups[#groups + 1] = groups[line]
        end
        if line then table.insert(groups[line], ("%s '%s'"):format(thing.kind, thing.name)) end
      end
      for _, group in ipairs(groups) do add(parameterText(group.parameter, group)) end
    end
    -- The tables of plugins that have the name, and fields of it with their tables.
    local isUnknown, fields = #texts == 0, {}
    for _, entry in ipairs(reference.pluginTables) do
      if entry.name == last then
        add(wrapped(last .. ": " .. entry.summary) .. rows(entry.members, function(member) return member.name end))
      end
      fields[#fields + 1] = reference.field(last, entry)
    end
    if isUnknown or #fields == 1 then
      for _, field in ipairs(fields) do add(entryText(field)) end
    end
  else
    local ownerName = table.concat(owner, ".")
    local member = reference.member(last, ownerName)
    if member then add(entryText(member)) end
    for _, thing in ipairs(host.things()) do
      local parameter = thing.name == ownerName and reference.field(last, { members = thing.parameters })
      if parameter then add(parameterText(parameter, { ("%s '%s'"):format(thing.kind, thing.name) })) end
    end
    local value = #texts == 0 and host.value(owner)
    local field = value and host.value(names)
    if value and reference.member(last, value.type) then
      add(entryText(reference.member(last, value.type)))
    elseif field then
      add(valueText(field, names, topic))
    end
  end
  return #texts > 0 and table.concat(texts, "\n") or nil
end

-- The Lua code behind a name, or where it is described; nil where there is no such name.
local function source(topic, width)
  local named
  for _, thing in ipairs(host.things()) do
    if thing.name == topic then
      local text = thing.path and host.source("@" .. thing.path)
      if text then return "-- " .. thing.path .. "\n" .. endingLine(text) end
      named = named or thing
    end
  end
  local value = host.value(split(topic))
  local definition = value and value.definition
  if definition then
    local part, line = {}, 0
    for text in ((host.source(definition.chunk) or "") .. "\n"):gmatch "([^\n]*)\n" do
      line = line + 1
      if line >= definition.first and line <= definition.last then part[#part + 1] = text end
    end
    return "-- " .. definition.place .. "\n" .. endingLine(table.concat(part, "\n"))
  end
  if named then return ("%s '%s' is built in, in Swift; ?%s tells about it\n"):format(named.kind, topic, topic) end
  local text = help(topic, width)
  local isVariable = not host.isDocumented(topic) and not (value and value.isFunction)
  return text and (isVariable and text or "built in, in Swift\n" .. text)
end

return { candidates = candidates, topics = topics, help = help, source = source }
