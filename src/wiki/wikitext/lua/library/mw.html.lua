-- Builds HTML element by element.

local _, core = ...
local check = core.check

local html, methods = {}, {}
-- All elements of all modules share it, so scripts cannot reach it.
local meta = { __index = methods, __metatable = false }
mw.html = html

local void = {}
for name in string.gmatch( 'area base br col command embed hr img input keygen link meta param source track wbr', '%a+' ) do
	void[name] = true
end

local entities = { ['<'] = '&lt;', ['>'] = '&gt;', ['&'] = '&amp;', ['"'] = '&quot;' }

-- Strip markers contain a quotation mark and stay as they are.
local function encode( value )
	local encoded = string.gsub( value, '[<>&"]', entities )
	encoded = string.gsub( encoded, '\127\'&quot;`UNIQ%-', '\127\'"`UNIQ-' )
	encoded = string.gsub( encoded, '%-QINU`&quot;\'\127', '-QINU`"\'\127' )
	return encoded
end

local function encodeStyle( value )
	value = tostring( value )
	if not string.find( value, '[^\32-\57\60-\127]' ) then
		return value
	end
	return ( mw.ustring.gsub( value, '[^\32-\57\60-\127]', function ( character )
		return string.format( '\\%X ', mw.ustring.codepoint( character ) )
	end ) )
end

-- The level of the script in the functions that are declared below.
local SCRIPT = 3

local function newElement( name, options, parent )
	local isFragment = name == nil or name == ''
	if not isFragment and not string.find( name, '^[a-zA-Z0-9]+$' ) then
		error( string.format( "invalid tag name '%s'", name ), SCRIPT + 1 )
	end
	return setmetatable( {
		tagName = not isFragment and name or nil,
		parent = parent,
		selfClosing = void[name] or options.selfClosing or false,
		nodes = {},
		attributes = {},
		styles = {},
	}, meta )
end

local function append( element, node )
	if element.selfClosing then
		error( "self-closing tags can't have child nodes", SCRIPT + 1 )
	end
	if node then
		element.nodes[#element.nodes + 1] = node
	end
	return element
end

local function indexOf( list, name )
	for index, entry in ipairs( list ) do
		if type( entry ) == 'table' and entry.name == name then
			return index
		end
	end
end

-- Sets, changes or removes an entry of a list of names and values.
local function put( list, name, value )
	local index = indexOf( list, name )
	if index and value ~= nil then
		list[index].val = value
	elseif index then
		table.remove( list, index )
	elseif value ~= nil then
		list[#list + 1] = { name = name, val = value }
	end
end

local function styleText( styles )
	local parts = {}
	for index, style in ipairs( styles ) do
		if type( style ) == 'table' then
			parts[index] = encode( encodeStyle( style.name ) .. ':' .. encodeStyle( style.val ) )
		else
			parts[index] = encode( style )
		end
	end
	return table.concat( parts, ';' )
end

local function write( element, out )
	local name = element.tagName
	if name then
		out[#out + 1] = '<' .. name
		for _, attribute in ipairs( element.attributes ) do
			out[#out + 1] = ' ' .. attribute.name .. '="' .. encode( attribute.val ) .. '"'
		end
		if #element.styles > 0 then
			out[#out + 1] = ' style="' .. styleText( element.styles ) .. '"'
		end
		if element.selfClosing then
			out[#out + 1] = ' />'
			return
		end
		out[#out + 1] = '>'
	end
	for _, node in ipairs( element.nodes ) do
		if type( node ) == 'table' and rawget( node, 'nodes' ) and rawget( node, 'attributes' ) then
			write( node, out )
		else
			out[#out + 1] = tostring( node )
		end
	end
	if name then
		out[#out + 1] = '</' .. name .. '>'
	end
end

function meta.__tostring( element )
	local out = {}
	write( element, out )
	return table.concat( out )
end

-- A method that sets one value, or all values of a table. `tableFault` says what the table must contain.
local function setter( method, nameKind, tableFault, set )
	local function setAll( element, values )
		for name, value in pairs( values ) do
			element[method]( element, name, value )
		end
	end

	methods[method] = function ( self, name, value )
		if type( name ) ~= 'table' then
			check( method, 1, nameKind, name, 2 )
			check( method, 2, 'string|number|nil', value, 2 )
			set( self, name, value )
			return self
		end
		local place, fault
		if value ~= nil then
			place, fault = 2, 'if argument #1 is a table, argument #2 must be left empty'
		elseif not pcall( setAll, self, name ) then
			place, fault = 1, tableFault
		end
		if fault then
			error( string.format( "bad argument #%d to '%s' (%s)", place, method, fault ), 2 )
		end
		return self
	end
end

setter( 'css', 'string|number', 'table keys and values must be strings or numbers', function ( element, ... )
	put( element.styles, ... )
end )

local ATTRIBUTES = 'table keys must be strings, and values must be strings or numbers'

setter( 'attr', 'string', ATTRIBUTES, function ( element, name, value )
	if name == 'style' then
		element.styles = { value }
	elseif string.find( name, '^[a-zA-Z_:][a-zA-Z0-9_.:-]*$' ) then
		put( element.attributes, name, value )
	else
		error( string.format( "bad argument #1 to 'attr' (invalid attribute name '%s')", name ), 3 )
	end
end )

local function attributeOf( element, name )
	local index = indexOf( element.attributes, name )
	return index and element.attributes[index].val
end

core.declare( methods, {
	node = { function ( self, node ) return append( self, node ) end },
	newline = { function ( self ) return append( self, '\n' ) end },
	wikitext = { function ( self, ... )
		for position, words in ipairs { ... } do
			check( 'wikitext', position, 'string|number', words, SCRIPT )
			append( self, words )
		end
		return self
	end },
	tag = { 'string', 'table?', function ( self, name, options )
		local child = newElement( name, options or {}, self )
		append( self, child )
		return child
	end },
	getAttr = { 'string', attributeOf },
	addClass = { 'string|number|nil', function ( self, class )
		local others = attributeOf( self, 'class' )
		if class and others then
			class = others .. ' ' .. class
		end
		return class and self:attr( 'class', class ) or self
	end },
	cssText = { 'string|number|nil', function ( self, css )
		table.insert( self.styles, css )
		return self
	end },
	done = { function ( self ) return self.parent or self end },
	allDone = { function ( self )
		while self.parent do
			self = self.parent
		end
		return self
	end },
}, true )

core.declare( html, {
	create = { as = 'mw.html.create', 'string?', 'table?', function ( name, options )
		return newElement( name, options or {}, options and options.parent )
	end },
} )

core.libraries['mw.html'] = html
