-- What the function 'command' does: checks the words that a script was given against its declaration.
--
-- It is called with the declaration, the words, how the script was called ("pinfold suggest"), a function that finds
-- the known word nearest to a wrong one, one that ends the script: stop("help", "usage" or "declaration", text), the
-- options of reading a file, which a declaration with 'reading' takes too: as the table 'reading', for 'dataset'; and a
-- function that splits a word at its commas.
local declaration, words, program, near, stop, readingOptions, split = ...

-- Mistakes in the declaration are the author's.
local function wrong(text, ...) stop("declaration", "command: " .. text:format(...)) end

local function checked(entry, what, fields)
  if type(entry) ~= "table" then wrong("%s is a %s, not a table", what, type(entry)) end
  for field, value in pairs(entry) do
    local wanted = fields[field]
    if not wanted then wrong("%s has an unknown field '%s'%s", what, tostring(field), near(tostring(field), fields)) end
    if wanted ~= "any" and type(value) ~= wanted then
      wrong("%s has a field '%s' that is a %s, not a %s", what, field, type(value), wanted)
    end
  end
  return entry
end

local types = {
  text = "a text", number = "a number", integer = "a whole number", boolean = "true or false", choice = "one of them",
}

-- 'cellSize' is '--cell-size'.
local function flag(name) return "--" .. name:gsub("%u", function(letter) return "-" .. letter:lower() end) end

local function readable(number) return ("%.14g"):format(number) end

-- What values an entry takes, in words.
local function expectation(entry)
  if entry.type == "choice" then return "one of " .. table.concat(entry.choices, ", ") end
  local text = types[entry.type]
  if entry.min and entry.max then return ("%s in %s…%s"):format(text, readable(entry.min), readable(entry.max)) end
  if entry.min then return ("%s from %s on"):format(text, readable(entry.min)) end
  if entry.max then return ("%s up to %s"):format(text, readable(entry.max)) end
  return text
end

-- The value that a word stands for; nil where the entry takes none such.
local function value(entry, word)
  local kind = entry.type
  if kind == "text" then return word end
  if kind == "choice" then
    for _, choice in ipairs(entry.choices) do if choice == word then return word end end
    return nil
  end
  if kind == "boolean" then
    if word == "true" then return true elseif word == "false" then return false end
    return nil
  end
  local number = tonumber(word)
  if number and kind == "integer" then number = math.tointeger(number) end
  if not number or number ~= number or math.abs(number) == math.huge then return nil end
  if entry.min and number < entry.min or entry.max and number > entry.max then return nil end
  return number
end

checked(declaration, "the declaration", {
  summary = "string", about = "string", arguments = "table", options = "table", examples = "table", reading = "boolean",
})
if not declaration.summary then wrong("a summary is missing") end

local known = {
  name = "string", doc = "string", type = "string", default = "any", min = "number", max = "number", choices = "table",
  unit = "string", many = "boolean", required = "boolean",
}
local arguments, options, taken = {}, {}, {}

local function declare(entry, what)
  checked(entry, what, known)
  local name = entry.name
  if not name or not name:match("^%a[%w_]*$") then
    wrong("%s needs a name of letters, digits and _, a letter first", what)
  end
  if taken[name] then wrong("'%s' is declared twice", name) end
  taken[name] = true
  local copy = { type = entry.choices and "choice" or "text" }
  for key, field in pairs(entry) do copy[key] = field end
  if not types[copy.type] then
    wrong("'%s' has the type '%s'%s", name, copy.type, near(copy.type, types))
  end
  if copy.type == "choice" and (not copy.choices or #copy.choices == 0) then wrong("'%s' has no choices", name) end
  local default = copy.default
  if default ~= nil and not copy.many and value(copy, tostring(default)) == nil then
    wrong("'%s' has the default %s; it must be %s", name, tostring(default), expectation(copy))
  end
  return copy
end

for place, entry in ipairs(declaration.arguments or {}) do
  arguments[place] = declare(entry, "argument " .. place)
  if place > 1 and arguments[place - 1].many then wrong("only the last argument may have 'many'") end
end
for place, entry in ipairs(declaration.options or {}) do options[place] = declare(entry, "option " .. place) end
local reading = {}
for _, entry in ipairs(declaration.reading and readingOptions or {}) do
  entry.type = entry.type or "text"
  entry.doc = entry.doc:gsub(" Default: false%.$", "")
  if not taken[entry.name] then reading[#reading + 1] = entry end
end

-- The option of a name, the value without one of its own, and whether it is one of reading.
local function optionOf(name)
  for _, list in ipairs { options, reading } do
    for _, entry in ipairs(list) do
      if flag(entry.name) == name then return entry, true, list == reading end
      if entry.type == "boolean" and "--no-" .. flag(entry.name):sub(3) == name then return entry, false, list == reading end
    end
  end
end

-- Lines of at most 80 columns, from the second on indented.
local function wrapped(text, indent, first)
  local lines, line = {}, first or ""
  for word in text:gmatch("%S+") do
    if #line > #indent and utf8.len(line) + 1 + utf8.len(word) > 80 then
      lines[#lines + 1], line = line, indent .. word
    else
      line = #line > #indent and line .. " " .. word or line .. word
    end
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

local function listed(head, entry)
  local doc = entry.doc or ""
  if entry.type == "choice" then doc = doc .. " Values: " .. table.concat(entry.choices, ", ") .. "." end
  if entry.default ~= nil and entry.default ~= false then
    doc = doc .. (" Default: %s."):format(tostring(entry.default))
  end
  local column, label = 26, "  " .. head
  if #label + 1 >= column then
    return label .. "\n" .. wrapped(doc, (" "):rep(column), (" "):rep(column))
  end
  return wrapped(doc, (" "):rep(column), label .. (" "):rep(column - #label))
end

local function help()
  local lines = { wrapped("OVERVIEW: " .. declaration.summary, "") }
  local function add(text) lines[#lines + 1] = text end
  if declaration.about then
    for paragraph in (declaration.about .. "\n\n"):gmatch("(.-)\n%s*\n") do
      if paragraph:match("%S") then add("\n" .. wrapped(paragraph, "")) end
    end
  end
  if declaration.examples then
    add("\nExamples:")
    for _, example in ipairs(declaration.examples) do add("  " .. example) end
  end
  local usage = "\nUSAGE: " .. program .. " [<options>]"
  for _, entry in ipairs(arguments) do
    local word = "<" .. entry.name .. ">" .. (entry.many and " ..." or "")
    usage = usage .. " " .. (entry.required and word or "[" .. word .. "]")
  end
  add(usage)
  if #arguments > 0 then
    add("\nARGUMENTS:")
    for _, entry in ipairs(arguments) do add(listed("<" .. entry.name .. ">", entry)) end
  end
  local function addOptions(list)
    for _, entry in ipairs(list) do
      local head = flag(entry.name)
      if entry.type == "boolean" then
        if entry.default == true then head = head .. "/--no-" .. head:sub(3) end
      else
        head = head .. " <" .. (entry.unit or entry.type) .. ">"
      end
      add(listed(head, entry))
    end
  end
  if #reading > 0 then
    add("\nREADING THE DATA:")
    addOptions(reading)
  end
  add("\nOPTIONS:")
  addOptions(options)
  add(listed("-h, --help", { doc = "Show help information." }))
  return table.concat(lines, "\n") .. "\n"
end

local function mistake(text, ...)
  if words.values then stop("declaration", program .. ": " .. text:format(...)) end
  stop("usage", text:format(...) .. "\nSee '" .. program .. " --help' for more information.")
end

-- Values by name come from another script; only those that are words, numbers or booleans are checked.
local function byName(values)
  local result, names = {}, {}
  -- Options of reading by their own names too, as other options.
  if #reading > 0 then
    result.reading, names.reading = values.reading or {}, true
    for _, entry in ipairs(reading) do
      names[entry.name] = true
      if values[entry.name] ~= nil then result.reading[entry.name] = values[entry.name] end
    end
  end
  for _, list in ipairs { arguments, options } do
    for _, entry in ipairs(list) do
      names[entry.name] = true
      local given = values[entry.name]
      if given == nil then
        if entry.required then mistake("missing value for '%s'", entry.name) end
        given = entry.default
        if given == nil and entry.many then given = {} end
      elseif type(given) ~= "table" and type(given) ~= "userdata" and value(entry, tostring(given)) == nil then
        mistake("%s '%s': expected %s", entry.name, tostring(given), expectation(entry))
      end
      result[entry.name] = given
    end
  end
  for name in pairs(values) do
    if not names[name] then mistake("unknown value '%s'%s", tostring(name), near(tostring(name), names)) end
  end
  return result
end
if words.values then return byName(words.values) end

local result, rest, isLiteral, position = {}, {}, false, 1
if declaration.reading then result.reading = {} end
while position <= #words do
  local word = words[position]
  position = position + 1
  if isLiteral or word == "-" or word:sub(1, 1) ~= "-" or tonumber(word) then
    rest[#rest + 1] = word
  elseif word == "--" then
    isLiteral = true
  elseif word == "-h" or word == "--help" then
    stop("help", help())
  else
    local name, given = word:match("^(%-%-[^=]+)=(.*)$")
    name = name or word
    local entry, isOn, isReading = optionOf(name)
    local values = isReading and result.reading or result
    if not entry then
      local flags = { ["--help"] = true }
      for _, list in ipairs { options, reading } do
        for _, option in ipairs(list) do flags[flag(option.name)] = true end
      end
      mistake("unknown option '%s'%s", name, near(name, flags))
    elseif entry.type == "boolean" then
      if given then mistake("'%s' takes no value", name) end
      values[entry.name] = isOn
    else
      if not given then
        given = words[position]
        if not given then mistake("missing value for '%s <%s>'", name, entry.unit or entry.type) end
        position = position + 1
      end
      local found = value(entry, given)
      if found == nil then mistake("%s '%s': expected %s", name, given, expectation(entry)) end
      if entry.isList then
        -- A word alone stays one, as 'all' is no name.
        local before = values[entry.name]
        if before or found:find('[,"]') then
          local list = type(before) == "table" and before or { before }
          for _, one in ipairs(split(found)) do list[#list + 1] = one end
          found = list
        end
        values[entry.name] = found
      else
        values[entry.name] = found
      end
    end
  end
end

local used = 0
for _, entry in ipairs(arguments) do
  if entry.many then
    local list = table.move(rest, used + 1, #rest, 1, {})
    used = #rest
    if #list == 0 and entry.required then mistake("missing argument '<%s>'", entry.name) end
    result[entry.name] = #list > 0 and list or entry.default or list
  elseif used < #rest then
    used = used + 1
    local found = value(entry, rest[used])
    if found == nil then mistake("%s '%s': expected %s", entry.name, rest[used], expectation(entry)) end
    result[entry.name] = found
  elseif entry.required then
    mistake("missing argument '<%s>'", entry.name)
  end
end
if used < #rest then mistake("unexpected argument '%s'", rest[used + 1]) end
for _, list in ipairs { arguments, options } do
  for _, entry in ipairs(list) do
    if result[entry.name] == nil then
      if entry.required then mistake("missing option '%s'", flag(entry.name)) end
      result[entry.name] = entry.default
    end
  end
end
return result
