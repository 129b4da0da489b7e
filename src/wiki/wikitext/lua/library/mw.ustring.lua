-- Strings as sequences of Unicode characters. Searching and counting are done outside Lua.

local native, core = ...
local ustring = {}
mw.ustring = ustring

for name, func in pairs( native.ustring ) do
	ustring[name] = func
end
ustring.maxStringLength = native.maxStringLength
ustring.maxPatternLength = 10000

-- Functions that need no knowledge of characters.
ustring.byte, ustring.format, ustring.rep = string.byte, string.format, string.rep

local listed = ustring.codepoints
ustring.codepoints = nil

local function eachCodepoint( text, from, to )
	local list, done = listed( text, from or 1, to or -1 ), 0
	return function ()
		done = done + 1
		return list[done]
	end
end

core.declare( ustring, { gcodepoint = { 'string', 'number?', 'number?', eachCodepoint } } )

core.libraries['mw.ustring'] = ustring
