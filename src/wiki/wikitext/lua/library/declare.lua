-- How libraries declare functions: the types of the arguments, followed by what is done with them.

local _, core = ...
local util = core.util

local tests = {}

-- Gives a function that says what is wrong with a value, or nil. "string|number" allows two types; a question mark
-- allows nil without naming it. A function is such a test already.
local function testFor( kind )
	if type( kind ) == 'function' then
		return kind
	end
	if not tests[kind] then
		local allowed = { ['nil'] = string.sub( kind, -1 ) == '?' }
		for name in string.gmatch( kind, '%a+' ) do
			allowed[name] = true
		end
		local shown = string.gsub( string.gsub( kind, '|', ', ' ), '%?$', '' )
		shown = string.gsub( shown, ', (%a+)$', ' or %1' )
		tests[kind] = function ( value )
			local given = type( value )
			if not allowed[given] then
				return shown .. ' expected, got ' .. given
			end
		end
	end
	return tests[kind]
end

-- Level 1 blames the function that calls this one.
local function check( name, position, kind, value, level )
	local fault = testFor( kind )( value )
	if fault then
		error( string.format( "bad argument #%d to '%s' (%s)", position, name, fault ), level + 1 )
	end
end

-- A declaration is a list of types and a function. `as` is the name in errors; `rest` is the type of all further
-- arguments, at least one; `check` replaces the types. To blame the script, functions raise errors with level 3.
local function compiled( name, declaration )
	local shown, typed = declaration.as or name, #declaration - 1
	local function checkAll( ... )
		local last = declaration.rest and math.max( typed + 1, select( '#', ... ) ) or typed
		for position = 1, last do
			local value = select( position, ... )
			check( shown, position, position > typed and declaration.rest or declaration[position], value, 3 )
		end
	end
	local isChecked = typed > 0 or declaration.rest
	return shown, declaration.check or isChecked and checkAll or nil, declaration[typed + 1]
end

-- Adds functions to a library, or methods that all objects of a kind share.
function core.declare( target, declarations, areMethods )
	for name, declaration in pairs( declarations ) do
		local _, checkAll, run = compiled( name, declaration )
		if areMethods then
			target[name] = function ( self, ... )
				if checkAll then
					checkAll( ... )
				end
				return run( self, ... )
			end
		else
			target[name] = function ( ... )
				if checkAll then
					checkAll( ... )
				end
				return run( ... )
			end
		end
	end
end

-- A kind of object with methods of its own, which must be called with a colon. `words` gives the names of the library
-- and the variable, and a description, for the error that says so. The result adds the methods to `target`; they get
-- `subject` in place of `object`.
function core.methods( words, declarations )
	local library, variable, description = unpack( words )
	local list = {}
	for name, declaration in pairs( declarations ) do
		local shown, checkAll, run = compiled( name, declaration )
		local place = string.gsub( library, '%*', shown )
		list[#list + 1] = function ( object, subject, target )
			target[name] = function ( self, ... )
				if self ~= object then
					util.makeCheckSelfFunction( place, variable, object, description )( self, shown )
				end
				if checkAll then
					checkAll( ... )
				end
				return run( subject, ... )
			end
		end
	end
	return function ( object, subject, target )
		for index = 1, #list do
			list[index]( object, subject, target )
		end
		return object
	end
end

core.check = check
