-- Makes undeclared global variables errors.

local meta = getmetatable( _G )
if meta == nil then
	meta = {}
	setmetatable( _G, meta )
end

function meta.__newindex( globals, name, value )
	if name ~= 'arg' then
		error( "assign to undeclared variable '" .. tostring( name ) .. "'", 2 )
	end
	rawset( globals, name, value )
end

function meta.__index( globals, name )
	if name ~= 'arg' then
		error( "variable '" .. tostring( name ) .. "' is not declared", 2 )
	end
	return rawget( globals, name )
end
