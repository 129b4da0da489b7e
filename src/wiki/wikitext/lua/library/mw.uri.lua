-- Addresses.

local native, core = ...
local uri, methods, meta = {}, {}, { __metatable = false }
mw.uri = uri

-- Ways to write a text in an address: the characters that stay, and what a space becomes.
local styles = {
	QUERY = { keeps = '%w_.~%-', space = '+' },
	PATH = { keeps = '%w_.~%-', space = '%20' },
	WIKI = { keeps = '%w!$()*,./:;@~_%-', space = '_' },
}

local percentCodes, bytes = {}, {}
for byte = 0, 255 do
	percentCodes[string.char( byte )] = string.format( '%%%02X', byte )
end
-- Characters by two hexadecimal digits in any letter case.
setmetatable( bytes, { __index = function ( _, digits )
	return string.char( tonumber( digits, 16 ) )
end } )

for _, style in pairs( styles ) do
	style.codes = setmetatable( { [' '] = style.space }, { __index = percentCodes } )
end

local function written( text, style )
	local result = string.gsub( text, '[^' .. style.keeps .. ']', style.codes )
	return result
end

local function read( text )
	local result = string.gsub( text, '%%(%x%x)', bytes )
	return result
end

local function styleNamed( name, method )
	local style = styles[string.upper( name or 'QUERY' )]
	if not style then
		error( "bad argument #2 to '" .. method .. "' (expected QUERY, PATH, or WIKI)", 4 )
	end
	return style
end

local declarations = {
	encode = { 'string', function ( text, kind )
		return written( text, styleNamed( kind, 'encode' ) )
	end },
	decode = { 'string', function ( text, kind )
		local space = styleNamed( kind, 'decode' ).space
		if #space == 1 then
			text = string.gsub( text, '%' .. space, ' ' )
		end
		return read( text )
	end },
	anchorEncode = { 'string', native.anchorEncode },
}

for _, name in ipairs { 'localUrl', 'fullUrl', 'canonicalUrl' } do
	declarations[name] = { as = string.lower( name ), 'string', 'string|table?', function ( page, query )
		local address = native.pageUrl( page, name, query )
		return address and uri.new( address )
	end }
end

-- A table that remembers the order in which its keys were set.
local function newQuery()
	local keys, isKey = {}, {}
	return setmetatable( {}, {
		__newindex = function ( query, key, value )
			if isKey[key] then
				for index, other in ipairs( keys ) do
					if other == key then
						table.remove( keys, index )
						break
					end
				end
			end
			isKey[key] = true
			keys[#keys + 1] = key
			rawset( query, key, value )
		end,
		__pairs = function ( query )
			local index = 0
			return function ()
				while index < #keys do
					index = index + 1
					local key = keys[index]
					if query[key] ~= nil then
						return key, query[key]
					end
				end
			end
		end,
	} )
end

-- Names may be repeated: their values then become a list.
local function addValue( query, name, value )
	local before = query[name]
	if not before then
		query[name] = value
	elseif type( before ) == 'table' then
		table.insert( before, value )
	else
		query[name] = { before, value }
	end
end

declarations.parseQueryString = { 'string', 'number?', 'number?', function ( text, from, to )
	local query = newQuery()
	local part = string.gsub( string.sub( text, from or 1, to or -1 ), '%+', ' ' )
	part = string.gsub( part, '^%?', '' )
	if part ~= '' then
		for setting in string.gmatch( '&' .. part, '&([^&]*)' ) do
			local sign = string.find( setting, '=', 1, true )
			-- A name without a sign has the value false.
			local name = string.sub( setting, 1, ( sign or 0 ) - 1 )
			addValue( query, read( name ), sign ~= nil and read( string.sub( setting, sign + 1 ) ) )
		end
	end
	return query
end }

declarations.buildQueryString = { 'table', function ( query )
	local settings = {}
	for name, values in pairs( query ) do
		local list = type( values ) == 'table' and values or { values }
		for index = 1, #list do
			local value = list[index] and '=' .. written( list[index], styles.QUERY )
			table.insert( settings, written( name, styles.QUERY ) .. ( value or '' ) )
		end
	end
	return table.concat( settings, '&' )
end }

local stored = { 'protocol', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment' }

local get, set = {}, {}

function get.userInfo( self )
	local user, password = rawget( self, 'user' ), rawget( self, 'password' )
	return user and password and user .. ':' .. password or user
end

function get.hostPort( self )
	local host, port = rawget( self, 'host' ), rawget( self, 'port' )
	return port and ( host or '' ) .. ':' .. port or host
end

function get.authority( self )
	local info, hostPort = self.userInfo, self.hostPort
	return info and info .. '@' .. ( hostPort or '' ) or hostPort
end

function get.queryString( self )
	local query = rawget( self, 'query' )
	return query and uri.buildQueryString( query ) or nil
end

function get.relativePath( self )
	local path = rawget( self, 'path' ) or ''
	local query, fragment = self.queryString, rawget( self, 'fragment' )
	return path .. ( query and '?' .. query or '' ) .. ( fragment and '#' .. fragment or '' )
end

-- Sets parts without a look at the metatable; parts without a value are removed.
local function store( self, names, ... )
	for index, name in ipairs( names ) do
		rawset( self, name, ( select( index, ... ) ) )
	end
end

function set.userInfo( self, value )
	local user, password
	if value then
		user, password = string.match( value, '^([^:]*):(.*)$' )
		user = user or value
	end
	store( self, { 'user', 'password' }, user, password )
end

function set.hostPort( self, value )
	local host, port
	if value then
		host, port = string.match( value, '^(%[[^/?#%[%]@]+%]):(%d+)$' )
		host = host or string.match( value, '^(%[[^/?#%[%]@]+%])$' )
		if not host then
			host, port = string.match( value, '^([^:]*):(.*)$' )
			if host and not tonumber( port ) then
				error( string.format( "Invalid port in '%s'", value ), 3 )
			end
			host = host or value
		end
	end
	store( self, { 'host', 'port' }, host, tonumber( port ) )
end

function set.authority( self, value )
	local info, hostPort
	if value then
		info, hostPort = string.match( value, '^([^@]*)@(.*)$' )
		hostPort = hostPort or value
	end
	self.userInfo = info
	self.hostPort = hostPort
end

function set.queryString( self, value )
	rawset( self, 'query', value and uri.parseQueryString( value ) or nil )
end

function set.relativePath( self, value )
	local path, query, fragment
	if value then
		path, fragment = string.match( value, '^([^#]*)#(.*)$' )
		path = path or value
		local before, after = string.match( path, '^([^?]*)%?(.*)$' )
		if before then
			path, query = before, uri.parseQueryString( after )
		end
	end
	store( self, { 'path', 'query', 'fragment' }, path, query, fragment )
end

function meta.__index( self, name )
	if methods[name] then
		return methods[name]
	elseif get[name] then
		return get[name]( self )
	end
end

function meta.__newindex( self, name, value )
	if set[name] then
		if value then
			core.util.checkTypeForIndex( name, value, 'string' )
		end
		set[name]( self, value )
	elseif methods[name] then
		error( "index '" .. name .. "' is read only", 2 )
	else
		rawset( self, name, value )
	end
end

function meta.__pairs( self )
	local values = {}
	for name in pairs( get ) do
		values[name] = self[name]
	end
	for name in pairs( methods ) do
		values[name] = methods[name]
	end
	for name, value in next, self do
		values[name] = value
	end
	return next, values, nil
end

function meta.__tostring( self )
	local protocol, authority = self.protocol, self.authority
	return ( protocol and protocol .. ':' or '' ) .. ( authority and '//' .. authority or '' ) .. self.relativePath
end

-- What may be in a part, as patterns.
local forms = {
	{ 'protocol', '^[^:/?#]+$' },
	{ 'user', '^[^:@/?#]*$' },
	{ 'password', '^[^:@/?#]*$' },
	{ 'host', '^[^:/?#]*$', '^%[[^/?#%[%]@]+%]$' },
}

local function matchesAny( text, patterns )
	for _, pattern in ipairs( patterns ) do
		if string.find( text, pattern ) then
			return true
		end
	end
	return false
end

local function isPath( self )
	local path = self.path
	if self.user or self.password or self.host or self.port then
		return matchesAny( path, { '^$', '^/[^?#]*$' } )
	elseif matchesAny( path, { '^$', '^/$', '^/[^?#/][^?#]*$' } ) then
		return true
	elseif self.protocol then
		return matchesAny( path, { '^[^?#/][^?#]*$' } )
	end
	return matchesAny( path, { '^[^?#/:]+$', '^[^?#/:]+/[^?#]*$' } )
end

function uri.validate( self )
	core.check( 'validate', 1, 'table', self, 2 )
	local faults = {}
	local function fault( text )
		faults[#faults + 1] = text
	end
	for _, form in ipairs( forms ) do
		local name, value = form[1], self[form[1]]
		if value and type( value ) ~= 'string' then
			fault( '.' .. name .. ' must be a string, not ' .. type( value ) )
		elseif value and not matchesAny( value, { form[2], form[3] } ) then
			fault( 'invalid .' .. name )
		end
	end
	if self.port then
		if type( self.port ) ~= 'number' or math.floor( self.port ) ~= self.port then
			fault( '.port must be an integer, not ' .. type( self.port ) )
		elseif self.port < 1 or self.port > 65535 then
			fault( 'invalid .port' )
		end
	end
	if not self.path then
		fault( 'missing .path' )
	elseif type( self.path ) ~= 'string' then
		fault( '.path must be a string, not ' .. type( self.path ) )
	elseif not isPath( self ) then
		fault( 'invalid .path' )
	end
	if self.query and type( self.query ) ~= 'table' then
		fault( '.query must be a table, not ' .. type( self.query ) )
	end
	if self.fragment and type( self.fragment ) ~= 'string' then
		fault( '.fragment must be a string, not ' .. type( self.fragment ) )
	end
	return #faults == 0, table.concat( faults, '; ' )
end

methods.validate = uri.validate

local function parse( self, text )
	local protocol, authority, path = string.match( text, '^([^:/?#]+)://([^/?#]*)(.*)$' )
	if not path then
		authority, path = string.match( text, '^//([^/?#]*)(.*)$' )
	end
	if not path then
		protocol, path = string.match( text, '^([^:/?#]+):(.*)$' )
	end
	-- A fault must not leave the address half changed.
	local parsed = setmetatable( { protocol = protocol }, meta )
	if not pcall( set.authority, parsed, authority ) then
		error( 'Invalid port number in string', 3 )
	end
	parsed.relativePath = path or text
	local isValid, faults = uri.validate( parsed )
	if not isValid then
		error( faults, 3 )
	end
	if parsed.user or parsed.password then
		store( self, { 'user', 'password' } )
	end
	for _, name in ipairs( stored ) do
		local value = rawget( parsed, name )
		if value ~= nil then
			rawset( self, name, value )
		end
	end
	return self
end

local function extend( self, parameters )
	if not self.query then
		self.query = newQuery()
	end
	for name, value in pairs( parameters ) do
		self.query[name] = value
	end
	return self
end

core.declare( methods, {
	clone = { function ( self ) return uri.new( self ) end },
	extend = { as = 'uri:extend', 'table', extend },
	parse = { as = 'uri:parse', 'string', parse },
}, true )

function uri.new( source )
	local object = setmetatable( {}, meta )
	if source == nil or type( source ) == 'string' then
		return object:parse( source or native.currentUrl() )
	elseif type( source ) == 'table' then
		for _, name in ipairs( stored ) do
			local value = source[name]
			if name == 'query' then
				value = mw.clone( value )
			end
			rawset( object, name, value )
		end
		return object
	end
	core.util.checkType( 'new', 1, source, 'string or table or nil' )
end

core.declare( uri, declarations )

core.libraries['mw.uri'] = uri
