-- Keeps the local variables of a shell: assignments to declared names stay in the session, others go to the global
-- variables.
local globals, kept, declared, setmetatable, rawset = ...
setmetatable(kept, {
  __index = globals,
  __newindex = function(_, name, value)
    if declared[name] then rawset(kept, name, value) else globals[name] = value end
  end,
})
