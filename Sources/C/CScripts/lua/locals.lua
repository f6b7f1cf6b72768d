-- Keeps the local variables of a shell: assignments to declared names stay in the session, others go to the global
-- variables. Reading a global variable that was never assigned is an error, which 'refusal' raises; those of other
-- versions of Lua are nil, as modules test for them.
local globals, kept, declared, assigned, refusal, setmetatable, rawset = ...
setmetatable(kept, {
  __index = globals,
  __newindex = function(_, name, value)
    if declared[name] then rawset(kept, name, value) else globals[name] = value end
  end,
})
for name in ("_ bit32 debug getfenv io jit loadstring module package setfenv unpack"):gmatch "%S+" do
  assigned[name] = true
end
function refusal.__newindex(_, name, value)
  assigned[name] = true
  rawset(globals, name, value)
end
setmetatable(globals, refusal)
