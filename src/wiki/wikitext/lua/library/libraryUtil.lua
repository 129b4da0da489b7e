-- Checks of arguments, for libraries and modules.

local util = {}

local function mismatch( place, name, wanted, value )
	error( string.format( "bad %s to '%s' (%s expected, got %s)", place, name, wanted, type( value ) ), 4 )
end

function util.checkType( name, position, value, wanted, mayBeNil )
	if type( value ) ~= wanted and not ( mayBeNil and value == nil ) then
		mismatch( 'argument #' .. position, name, wanted, value )
	end
end

function util.checkTypeMulti( name, position, value, wanted )
	for _, each in ipairs( wanted ) do
		if type( value ) == each then
			return
		end
	end
	local count = #wanted
	local list = wanted[1]
	if count > 1 then
		list = table.concat( wanted, ', ', 1, count - 1 ) .. ' or ' .. wanted[count]
	end
	mismatch( 'argument #' .. position, name, list, value )
end

function util.checkTypeForIndex( index, value, wanted )
	if type( value ) ~= wanted then
		error( string.format( "value for index '%s' must be %s, %s given", index, wanted, type( value ) ), 3 )
	end
end

function util.checkTypeForNamedArg( name, argument, value, wanted, mayBeNil )
	if type( value ) ~= wanted and not ( mayBeNil and value == nil ) then
		mismatch( 'named argument ' .. argument, name, wanted, value )
	end
end

function util.makeCheckSelfFunction( library, variable, object, description )
	return function ( self, method )
		if self ~= object then
			error( string.format(
				'%s: invalid %s. Did you call %s with a dot instead of a colon, i.e. %s.%s() instead of %s:%s()?',
				library, description, method, variable, method, variable, method
			), 3 )
		end
	end
end

return util
