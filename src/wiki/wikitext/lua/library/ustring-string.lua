-- Adds the Unicode functions to the strings of the module that asks for it.

for name, value in pairs( mw.ustring ) do
	if type( value ) == 'function' then
		string['u' .. name] = value
	end
end
string.isutf8, string.byteoffset, string.codepoint = mw.ustring.isutf8, mw.ustring.byteoffset, mw.ustring.codepoint
string.gcodepoint, string.toNFC, string.toNFD = mw.ustring.gcodepoint, mw.ustring.toNFC, mw.ustring.toNFD
return mw.ustring
