// Modules that try to run forever or to fill the memory, for tests and benchmarks.

/** Bodies of functions, by what they do, with the limit that stops them. Each must leave the next page unharmed. */
export const HOSTILE_MODULES: Readonly<Record<string, readonly [code: string, limit: 'time' | 'memory']>> = {
  'an endless loop': ['while true do end', 'time'],
  'an endless loop in pcall': ['while true do pcall(function () while true do end end) end', 'time'],
  'an endless loop in xpcall': ['xpcall(function () while true do end end, function () while true do end end)', 'time'],
  'a metamethod that never returns': [
    'local t = setmetatable({}, { __index = function () while true do end end }) return t.x',
    'time',
  ],
  'a comparison that never ends': [
    'local t = {} for i = 1, 50 do t[i] = i end while true do table.sort(t, function (a, b) return a > b end) end',
    'time',
  ],
  'a pattern that never ends': ["return string.find(string.rep('a', 5000), '.-.-.-.-.-.-.-b')", 'time'],
  'a pattern of characters that never ends': [
    "return mw.ustring.find(mw.ustring.rep('ā', 5000), '.-.-.-.-.-.-b')",
    'time',
  ],
  'gsub with an endless function': ["return (string.gsub('a', 'a', function () while true do end end))", 'time'],
  'gmatch that finds nothing, forever': [
    "while true do for _ in string.gmatch(string.rep('a', 1000), '(a*)b') do end end",
    'time',
  ],
  'balanced brackets, forever': ["while true do string.find(string.rep('(', 20000), '%b()') end", 'time'],
  'a trim of a long text, forever': ["while true do mw.text.trim(string.rep(' x', 50000)) end", 'time'],
  'text that is expanded forever': ["while true do frame:preprocess('{{lc:A}}') end", 'time'],
  'normalisation, forever': ["local s = mw.ustring.rep('ā', 400000) while true do mw.ustring.toNFD(s) end", 'time'],
  'a sort of long strings': [
    "local a, b = string.rep('x', 3e6) .. 'a', string.rep('x', 3e6) .. 'b' local t = {} for i = 1, 1e5 do t[i] = i % 2 == 0 and a or b end table.sort(t)",
    'time',
  ],
  'an iterator that never ends': ['for _ in function () return 1 end do end', 'time'],
  'a __pairs that never ends': [
    'for _ in pairs(setmetatable({}, { __pairs = function () return function () return 1 end end })) do end',
    'time',
  ],
  'a tostring that never ends': ['return setmetatable({}, { __tostring = function () while true do end end })', 'time'],
  'a string that doubles': ["local s = 'x' while true do s = s .. s end", 'memory'],
  'a string that doubles in pcall': ["local s = 'x' while true do pcall(function () s = s .. s end) end", 'memory'],
  'string.rep': ["return string.rep('x', 1e9)", 'memory'],
  'string.rep in pcall': ["return pcall(string.rep, 'x', 1e9)", 'memory'],
  'gsub that grows a text': ["return (string.gsub(string.rep('x', 1e5), 'x', string.rep('%0', 1000)))", 'memory'],
  'a table that grows': ['local t = {} while true do t[#t + 1] = {} end', 'memory'],
  'a table that grows in pcall': [
    'while true do pcall(function () local t = {} while true do t[#t + 1] = {} end end) end',
    'memory',
  ],
  'closures that are kept': ['local f while true do local g = f f = function () return g end end', 'memory'],
  'table.concat': [
    "local t = {} for i = 1, 1000 do t[i] = string.rep('x', 1000) end local u = {} for i = 1, 1000 do u[i] = table.concat(t) .. i end return #u",
    'memory',
  ],
  'a log that grows': ["while true do mw.log(string.rep('x', 1000)) end", 'memory'],
}
