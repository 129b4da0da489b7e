-- Frames and logs.

local native, core = ...
local mw = mw

-- Log of the page so far.
local log = {}

-- Whom an error of a frame blames: the script that called the method, or this library.
local SCRIPT, LIBRARY = 4, 1

local function blame( level, method, text, ... )
	error( 'frame:' .. method .. ': ' .. string.format( text, ... ), level )
end

local function isWord( value )
	return type( value ) == 'string' or type( value ) == 'number'
end

-- How values of arguments are written in wikitext.
local written = {
	string = tostring,
	number = tostring,
	boolean = function ( value ) return value and '1' or '' end,
}

-- `depth` is the number of functions between a method and this one.
local function argumentTexts( method, given, depth )
	local texts, level = {}, SCRIPT + 1 + ( depth or 0 )
	for name, value in pairs( given ) do
		if not isWord( name ) then
			blame( level, method, 'arg keys must be strings or numbers, %s given', type( name ) )
		end
		local write = written[type( value )]
		if not write then
			blame( level, method, "invalid type %s for arg '%s'", type( value ), name )
		end
		texts[name] = write( value )
	end
	return texts
end

-- For methods that take a table of options with `args`.
local function optionTexts( method, options, level )
	local given = options.args
	if given == nil then
		return {}
	elseif type( given ) ~= 'table' then
		blame( level, method, 'args must be a table' )
	end
	return argumentTexts( method, given, 1 )
end

local function mustBeOptions( method, options, level )
	if type( options ) ~= 'table' then
		blame( level, method, 'the first parameter must be a table' )
	end
end

local function mustBeTemplate( method, options )
	mustBeOptions( method, options, LIBRARY )
	if options.title == nil then
		blame( LIBRARY, method, 'a title is required' )
	end
end

local function mustBeName( method, what, name )
	if name == nil then
		blame( SCRIPT + 1, method, 'a function name is required' )
	elseif not isWord( name ) then
		blame( SCRIPT + 1, method, '%s name must be a string or number', what )
	end
end

-- An only argument may stand alone or be an option.
local function optionOr( name, value )
	if type( value ) == 'table' then
		return value[name]
	end
	return value
end

-- A value that is computed when it is first asked for.
local function later( compute )
	local text
	return {
		expand = function ()
			text = text or compute()
			return text
		end,
	}
end

local FIRST = {}

-- A table of arguments that are expanded when they are read, and a function that reads one.
local function lazyArguments( id )
	-- False stands for an argument that is not there.
	local known = setmetatable( {}, { __index = function ( known, name )
		known[name] = native.argument( id, name ) or false
		return known[name]
	end } )
	-- Each name by the one before it.
	local following

	local function read( name )
		return known[tostring( name )] or nil
	end

	local function readAll()
		following = {}
		local before = FIRST
		for name, value in pairs( native.arguments( id ) ) do
			known[tostring( name )] = value
			following[before], before = name, name
		end
	end

	local function nextArgument( _, before )
		local name = following[before == nil and FIRST or before]
		if name ~= nil then
			return name, read( name )
		end
	end

	local function nextNumbered( _, number )
		local value = read( number + 1 )
		if value then
			return number + 1, value
		end
	end

	local args = setmetatable( {}, {
		__index = function ( _, name )
			return read( name )
		end,
		__ipairs = function ()
			return nextNumbered, nil, 0
		end,
		__pairs = function ()
			if not following then
				readAll()
			end
			return nextArgument
		end,
	} )
	return args, read
end

local newFrame

-- The methods get the frame, what reads its arguments, and its name on the other side: `ids` begins with its own and
-- goes on with those of its parents.
local addMethods = core.methods( { 'frame:*', 'frame', 'frame object' }, {
	getTitle = { function ( self ) return native.frameTitle( self.ids[1] ) end },
	getParent = { function ( self ) return newFrame { unpack( self.ids, 2 ) } end },
	argumentPairs = { function ( self ) return pairs( self.frame.args ) end },
	getArgument = { function ( self, options )
		local name = optionOr( 'name', options )
		return later( function () return self.read( name ) end )
	end },
	preprocess = { function ( self, options )
		return native.preprocess( self.ids[1], tostring( optionOr( 'text', options ) ) )
	end },
	newParserValue = { function ( self, options )
		local text = optionOr( 'text', options )
		return later( function () return self.frame:preprocess( text ) end )
	end },
	newTemplateParserValue = { function ( self, options )
		mustBeTemplate( 'newTemplateParserValue', options )
		return later( function () return self.frame:expandTemplate( options ) end )
	end },
	newChild = { function ( self, options )
		mustBeOptions( 'newChild', options, SCRIPT + 1 )
		local texts = optionTexts( 'newChild', options, SCRIPT + 1 )
		local title = options.title
		return newFrame {
			native.newChild( self.ids[1], title ~= nil and tostring( title ) or nil, texts ),
			unpack( self.ids ),
		}
	end },
	expandTemplate = { function ( self, options )
		mustBeTemplate( 'expandTemplate', options )
		local title = options.title
		local isMain = type( title ) == 'table' and title.namespace == 0
		local texts = optionTexts( 'expandTemplate', options, LIBRARY )
		return native.expandTemplate( self.ids[1], ( isMain and ':' or '' ) .. tostring( title ), texts )
	end },
	callParserFunction = { function ( self, name, ... )
		local args = { ... }
		if type( name ) == 'table' then
			args = { name.args }
			name = name.name
		end
		mustBeName( 'callParserFunction', 'function', name )
		if type( args[1] ) == 'table' then
			args = args[1]
		end
		return native.callParserFunction( self.ids[1], tostring( name ), argumentTexts( 'callParserFunction', args ) )
	end },
	extensionTag = { function ( self, name, content, args )
		if type( name ) == 'table' then
			args, content, name = name.args, name.content, name.name
		end
		mustBeName( 'extensionTag', 'tag', name )
		if content ~= nil and not isWord( content ) then
			blame( SCRIPT, 'extensionTag', 'content must be a string or number' )
		elseif args ~= nil and not isWord( args ) and type( args ) ~= 'table' then
			blame( SCRIPT, 'extensionTag', 'args must be a string, number, or table' )
		end
		local texts = argumentTexts( 'extensionTag', type( args ) == 'table' and args or { args } )
		table.insert( texts, 1, tostring( content or '' ) )
		return native.callParserFunction( self.ids[1], '#tag:' .. name, texts )
	end },
} )

function newFrame( ids )
	local id = ids[1]
	if id == nil or not native.frameExists( id ) then
		return nil
	end
	local args, read = lazyArguments( id )
	local frame = { args = args }
	return addMethods( frame, { frame = frame, ids = ids, read = read }, frame )
end

function core.newFrame( id )
	return newFrame { id, id == 'current' and 'parent' or nil }
end

function mw.getCurrentFrame()
	return core.newFrame( 'current' )
end

function mw.allToString( ... )
	local texts = {}
	for index = 1, select( '#', ... ) do
		texts[index] = tostring( ( select( index, ... ) ) )
	end
	return table.concat( texts, '\t' )
end

local function append( text )
	log[#log + 1] = text
end

function mw.log( ... )
	append( mw.allToString( ... ) .. '\n' )
end

-- Numbers and strings by value, other keys by their kind.
local function before( a, b )
	local kindA, kindB = type( a ), type( b )
	if kindA ~= kindB then
		return kindA < kindB
	elseif kindA == 'string' or kindA == 'number' then
		return a < b
	elseif kindA == 'boolean' then
		return not a and b
	end
	return false
end

local function sortedKeys( value, without )
	local keys = {}
	for key in pairs( value ) do
		if not without[key] then
			table.insert( keys, key )
		end
	end
	table.sort( keys, before )
	return keys
end

local INDENT = '  '

function mw.dumpObject( object )
	-- Names of tables and functions, how many of a kind have a number, and the tables that are not shown again.
	local names, counts, shown = {}, {}, {}
	local out = {}

	local function write( ... )
		for index = 1, select( '#', ... ) do
			out[#out + 1] = ( select( index, ... ) )
		end
	end

	local function nameOf( value )
		local name = names[value]
		if not name then
			local kind
			name, kind = tostring( value ), type( value )
			if kind == 'table' and name ~= kind then
				-- The table has a text of its own.
				shown[value] = true
			else
				counts[kind] = ( counts[kind] or 0 ) + 1
				name = name .. '#' .. counts[kind]
			end
			names[value] = name
		end
		return name
	end

	local writeMembers

	-- Without a margin, only the name of a table is written.
	local function writeValue( value, margin )
		local kind = type( value )
		if kind == 'string' then
			write( string.format( '%q', value ) )
		elseif kind == 'number' or kind == 'boolean' or kind == 'nil' then
			write( tostring( value ) )
		else
			write( nameOf( value ) )
			if kind == 'table' and margin and not shown[value] then
				shown[value] = true
				write( ' {\n' )
				writeMembers( value, margin .. INDENT .. INDENT )
				write( margin, '}' )
			end
		end
	end

	function writeMembers( value, margin )
		local meta, inOrder = getmetatable( value ), {}
		if meta then
			write( margin, 'metatable = ' )
			writeValue( meta )
			write( '\n' )
		end
		for index, member in ipairs( value ) do
			inOrder[index] = true
			write( margin )
			writeValue( member, margin )
			write( ',\n' )
		end
		for _, key in ipairs( sortedKeys( value, inOrder ) ) do
			write( margin, '[' )
			writeValue( key )
			write( '] = ' )
			writeValue( value[key], margin )
			write( ',\n' )
		end
	end

	writeValue( object, '' )
	return table.concat( out )
end

function mw.logObject( object, prefix )
	local label = ( prefix or '' ) == '' and '' or prefix .. ' = '
	append( label .. mw.dumpObject( object ) .. '\n' )
end

function core.log()
	return table.concat( log )
end

function core.clearLog()
	log = {}
end

function mw.isSubsting()
	return native.isSubsting()
end

function mw.incrementExpensiveFunctionCount()
	native.expensive()
end

function mw.addWarning( text )
	if type( text ) ~= 'string' then
		error( "bad argument #1 to 'addWarning' (string expected)", 2 )
	end
	native.warn( text )
end

table.insert( core.resets, core.clearLog )
