-- What 'pinfold manual' does: makes the manual pages in roff, with the macros that every 'man' has.
--
-- It is called with a table: the version, the scripts that are commands, and the pages, that of pinfold itself first;
-- of each its name, abstract, discussion and help text. It returns the texts of the pages in the same order.
local manual = ...

local special = { ["\\"] = "\\e", ["-"] = "\\-", ['"'] = "\\(dq", ["'"] = "\\(aq" }

-- Text in which roff sees no commands: a backslash starts one, a point or an apostrophe only at the start of a line.
local function escaped(text)
  local plain = text:gsub("[\\%-\"']", special):gsub("−", "\\(mi")
  return plain:sub(1, 1) == "." and "\\&" .. plain or plain
end

local function lines(text)
  local all = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do all[#all + 1] = line end
  return all
end

local page

local function put(text) page[#page + 1] = text end

local function request(name, ...)
  local words = { "." .. name }
  for _, argument in ipairs { ... } do words[#words + 1] = '"' .. escaped(argument) .. '"' end
  put(table.concat(words, " ") .. "\n")
end

-- Writes a line of text; nothing where it is empty, because roff would take that for a gap.
local function paragraph(line) if line ~= "" then put(escaped(line) .. "\n") end end

local function entry(name, explanation)
  put(".TP\n\\fB" .. escaped(name) .. "\\fR\n")
  paragraph(explanation)
end

-- Writes paragraphs separated by empty lines; indented ones are examples, and are kept unchanged.
local function prose(text)
  local isExample = false
  for _, line in ipairs(lines(text)) do
    if (line:sub(1, 2) == "  ") ~= isExample then
      put(isExample and ".EE\n" or ".PP\n.EX\n")
      isExample = not isExample
    end
    if line == "" then put(".PP\n") else paragraph(line) end
  end
  if isExample then put(".EE\n") end
end

-- Writes the options of a help text below their titles.
local function options(help, first)
  for place = first, #help do
    local line = help[place]
    if line:find("^     ") then
      -- A name that is too long for its column has its text on the next line.
      paragraph(line:match("^ *(.*)"))
    elseif line:find("^  ") then
      local text = line:sub(3)
      local stop = text:find("  ", 1, true) or #text + 1
      -- A column's width is one space where the name just fits it.
      local bracket = text:sub(1, 1) == "-" and text:find(">", 1, true)
      if bracket then stop = math.min(stop, bracket + 1) end
      entry(text:sub(1, stop - 1), text:sub(stop):match("^ *(.*)"))
    elseif line:sub(-1) == ":" then
      request("SS", line:sub(1, -2))
    end
  end
end

-- The paragraphs of a discussion, and its examples with their comments.
local function parts(discussion)
  local rest, examples, state = {}, {}, "before"
  for _, line in ipairs(lines(discussion)) do
    if state == "before" and line:find("^Example") then
      state = "examples"
    elseif state == "examples" and line ~= "" then
      examples[#examples + 1] = line
    elseif state == "examples" then
      state = "gap"
    elseif state ~= "gap" or line ~= "" then
      if state == "gap" then state = "after" end
      rest[#rest + 1] = line
    end
  end
  return table.concat(rest, "\n"), table.concat(examples, "\n")
end

local function environment(isMain, name)
  request("SH", "ENVIRONMENT")
  entry(
    "PINFOLD_PLUGINS, PINFOLD_SCRIPTS",
    "Folders of installed plugins and scripts, in place of those beside the command.")
  entry("NO_COLOR", "If set, nothing is written in color.")
  entry("TERM", "If it is dumb, there are no colors, pictures or bars of progress.")
  entry("TMPDIR", "The folder of temporary files. Default: /tmp.")
  if not isMain and name ~= "pinfold-shell" and name ~= "pinfold-run" then return end
  entry("PAGER", "The program that shows long tables. Default: less -S.")
  entry("VISUAL, EDITOR", "The program that edits plugins and input. Default: vi.")
  entry("XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME", "The user's folders, named below.")
  request("SH", "FILES")
  entry("./Plugins, ./Scripts", "Plugins and scripts of the working directory.")
  entry("$XDG_DATA_HOME/pinfold", "The user's plugins and scripts. Default: ~/.local/share/pinfold.")
  entry("$XDG_CONFIG_HOME/pinfold/init.lua", "Lua that the shell runs at its start. Default: below ~/.config.")
  entry("$XDG_STATE_HOME/pinfold/history", "The shell's history. Default: below ~/.local/state.")
end

local function parent(name) return name:match("^(.*)%-") or name end

local function others(isMain, name)
  local names = {}
  for place, other in ipairs(manual.pages) do
    local isShown = place == 1 or parent(other.name) == parent(name)
    if other.name ~= name and (isMain or isShown) then names[#names + 1] = other.name .. "(1)" end
  end
  return table.concat(names, ", ")
end

local function write(command, isMain)
  local name = command.name
  request("TH", name:upper(), "1", "", "Pinfold " .. manual.version, "User Commands")
  request("SH", "NAME")
  paragraph(name .. " - " .. command.abstract)
  local help, usage = lines(command.help), 1
  for place = #help, 1, -1 do if help[place]:find("^USAGE: ") then usage = place end end
  request("SH", "SYNOPSIS")
  put(".PP\n\\fB" .. escaped(help[usage]:sub(#"USAGE: " + 1)) .. "\\fR\n")
  local text, examples = parts(command.discussion)
  request("SH", "DESCRIPTION")
  paragraph(command.abstract)
  if text ~= "" then prose("\n" .. text) end
  request("SH", isMain and "COMMANDS" or "OPTIONS")
  if isMain then
    paragraph("Each has a page of its own, as pinfold-cluster(1).")
    for place = 2, #manual.pages do
      entry((manual.pages[place].name:gsub("%-", " ")), manual.pages[place].abstract)
    end
    for _, script in ipairs(manual.scripts) do entry("pinfold " .. script.name, script.summary) end
  else
    options(help, usage + 1)
  end
  if examples ~= "" then
    request("SH", "EXAMPLES")
    prose(examples)
  end
  environment(isMain, name)
  request("SH", "EXIT STATUS")
  entry("0", "Done.")
  entry("1", "Failed; standard error says why.")
  if isMain or name:find("study", 1, true) then entry("2", "Not all could be verified.") end
  entry("64", "Wrong usage.")
  entry("130", "Interrupted.")
  request("SH", "SEE ALSO")
  paragraph(others(isMain, name))
end

local texts = {}
for place, command in ipairs(manual.pages) do
  page = {}
  write(command, place == 1)
  texts[place] = table.concat(page)
end
return texts
