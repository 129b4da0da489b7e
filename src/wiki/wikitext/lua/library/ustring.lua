-- The library without the content language's letter case, for modules that ask for it by name.

local own = {}
for name, value in pairs( mw.ustring ) do
	own[name] = value
end
return own
