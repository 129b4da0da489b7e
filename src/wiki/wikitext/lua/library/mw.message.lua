-- Interface messages.

local native, core = ...
local check = core.check
local message = {}
mw.message = message

-- Parameters that are numbers or raw text.
local special = {
	__metatable = false,
	__tostring = function ( value )
		return tostring( value.raw or value.num )
	end
}

-- The level of the script in the functions that are declared below.
local SCRIPT = 3

local function hasText( value )
	local meta = core.metatableOf( value )
	return meta and meta.__tostring
end

-- A value as a parameter: special in itself, made special as a `field`, or as it is.
local function parameter( name, position, value, field, level )
	if type( value ) == 'table' and hasText( value ) then
		if not field and core.metatableOf( value ) == special then
			return value
		end
		value = tostring( value )
	end
	check( name, position, 'string|number', value, level + 1 )
	return field and setmetatable( { [field] = value }, special ) or value
end

local function addParameters( owner, method, field, ... )
	local first, values, count = ..., { ... }, select( '#', ... )
	if type( first ) == 'table' and not hasText( first ) then
		if count > 1 then
			error( "bad arguments to '" .. method .. "' (pass either a table of params or params as individual arguments)",
				SCRIPT + 1 )
		end
		values, count = first, table.maxn( first )
	end
	for position = 1, count do
		table.insert( owner.data.params, parameter( 'params', position, values[position], field or nil, SCRIPT + 1 ) )
	end
	return owner.object
end

-- The methods get an owner: the object and what is known about the message.
local declarations = {
	inLanguage = { function ( owner, language )
		if type( language ) == 'table' and language.getCode then
			language = language:getCode()
		end
		check( 'inLanguage', 1, 'string', language, SCRIPT )
		owner.data.language = language
		return owner.object
	end },
	useDatabase = { 'boolean', function ( owner, value )
		owner.data.useDatabase = value
		return owner.object
	end },
}

for method, field in pairs { params = false, rawParams = 'raw', numParams = 'num' } do
	declarations[method] = { function ( owner, ... )
		return addParameters( owner, method, field, ... )
	end }
end

for _, question in ipairs { 'plain', 'exists', 'isBlank', 'isDisabled' } do
	declarations[question] = { function ( owner )
		return native.message( question, owner.data )
	end }
end

local addMethods = core.methods( { 'mw.message', 'msg', 'message object' }, declarations )

-- `keys` are tried in turn; `raw` is the text itself.
local function newOwner( keys, raw )
	local object = setmetatable( {}, {
		__tostring = function ( self )
			return self:plain()
		end,
	} )
	local data = { keys = keys, raw = raw, params = {}, language = native.contentLanguage(), useDatabase = true }
	local owner = { object = object, data = data }
	addMethods( object, owner, object )
	return owner
end

core.declare( message, {
	new = { as = 'message.new', 'string', function ( key, ... )
		return addParameters( newOwner { key }, 'params', false, ... )
	end },
	newRawMessage = { as = 'message.newRawMessage', 'string', function ( raw, ... )
		return addParameters( newOwner( nil, raw ), 'params', false, ... )
	end },
	newFallbackSequence = { as = 'message.newFallbackSequence', rest = 'string', function ( ... )
		return newOwner( { ... } ).object
	end },
} )

for name, field in pairs { rawParam = 'raw', numParam = 'num' } do
	message[name] = function ( value )
		return parameter( 'message.' .. name, 1, value, field, 2 )
	end
end

function message.getDefaultLanguage()
	return mw.language.new( native.contentLanguage() )
end

core.libraries['mw.message'] = message
