-- Texts: trimming, splitting, entities, tags, lists and JSON.

local native, core = ...
local util = core.util
local ustring = mw.ustring
local text = {}
mw.text = text

-- An ASCII text needs no knowledge of characters, which is faster.
local function patternsFor( ... )
	for index = 1, select( '#', ... ) do
		if string.find( ( select( index, ... ) ), '[\128-\255]' ) then
			return ustring
		end
	end
	return string
end

function text.trim( s, charset )
	local set = charset or '\t\r\n\f '
	local lib = ustring
	if not charset then
		lib = string
	end
	if type( s ) ~= 'string' then s = ustring.gsub( s, '', '' ) end
	local from = lib.find( s, '[^' .. set .. ']' )
	if not from then
		return ''
	end
	local rest = lib.sub( s, from )
	-- The last character that stays is found by looking at runs, so long texts take one pass.
	local to, position = 0, 1
	while true do
		local _, last = lib.find( rest, '[^' .. set .. ']+', position )
		if not last then
			break
		end
		to, position = last, last + 1
	end
	return lib.sub( rest, 1, to )
end

-- Characters by the names of their references.
local named = { amp = '&', gt = '>', lt = '<', nbsp = '\194\160', quot = '"', ['#039'] = "'" }
local nameOf = {}
for name, character in pairs( named ) do
	nameOf[character] = name
end

function text.encode( s, charset )
	local result = ustring.gsub( s, '[' .. ( charset or '\194\160"&\'<>' ) .. ']', function ( character )
		return '&' .. ( nameOf[character] or '#' .. ustring.codepoint( character ) ) .. ';'
	end )
	return result
end

local LARGEST_CODE_POINT = 0x10ffff
local bases = { ['#'] = 10, ['#x'] = 16 }

function text.decode( s, allNames )
	local result = string.gsub( s, '&(#?x?)(%w+);', function ( sort, name )
		local number = bases[sort] and tonumber( name, bases[sort] )
		if number then
			return number <= LARGEST_CODE_POINT and ustring.char( number )
		end
		return sort == '' and ( named[name] or allNames and native.entity( name ) )
	end )
	return result
end

function text.nowiki( s )
	return native.nowiki( s )
end

local function badAttribute( fault, ... )
	error( "bad named argument attrs to 'tag' (" .. string.format( fault, ... ) .. ')', 4 )
end

local function attribute( name, value )
	local kind = type( value )
	if type( name ) ~= 'string' then
		badAttribute( 'keys must be strings, found %s', type( name ) )
	elseif string.find( name, '[\t\r\n\f /<>"\'=]' ) then
		badAttribute( "invalid key '%s'", name )
	elseif kind == 'string' or kind == 'number' then
		return string.format( ' %s="%s"', name, text.encode( value ) )
	elseif kind ~= 'boolean' then
		badAttribute( "value for key '%s' may not be %s", name, kind )
	end
	return value and ' ' .. name or ''
end

local CONTENT = 'string, number, nil, or false'

-- What follows the attributes, by the type of the content; not all values of a type are content.
local endings = {
	['nil'] = function () return '>' end,
	boolean = function ( isContent ) return not isContent and ' />' end,
	string = function ( content, name ) return '>' .. content .. '</' .. name .. '>' end,
}
endings.number = endings.string

function text.tag( name, attributes, content )
	local check, places = util.checkType, { 1, 2, 3 }
	if type( name ) == 'table' then
		check, places = util.checkTypeForNamedArg, { 'name', 'attrs', 'content' }
		name, attributes, content = name.name, name.attrs, name.content
	end
	check( 'tag', places[1], name, 'string' )
	check( 'tag', places[2], attributes, 'table', true )
	local parts = { '<', name }
	for key, value in pairs( attributes or {} ) do
		parts[#parts + 1] = attribute( key, value )
	end
	local ending = endings[type( content )]
	parts[#parts + 1] = ending and ending( content, name ) or check( 'tag', places[3], content, CONTENT )
	return table.concat( parts )
end

local markers = {}
for _, name in ipairs { 'unstrip', 'unstripNoWiki', 'killMarkers' } do
	markers[name] = { 'string', native[name] }
end
core.declare( text, markers )

function text.gsplit( s, pattern, plain )
	local lib = patternsFor( s, pattern )
	local position, length = 1, lib.len( s )
	return function ()
		if not position then
			return nil
		end
		local from, to = lib.find( s, pattern, position, plain )
		local piece
		if not from then
			piece = lib.sub( s, position )
			position = nil
		elseif to < from then
			-- The separator is empty.
			piece = lib.sub( s, position, from )
			position = from < length and from + 1 or nil
		else
			piece = lib.sub( s, position, from - 1 )
			position = to + 1
		end
		return piece
	end
end

function text.listToText( list, separator, conjunction )
	local words, size = native.textOptions(), #list
	if size > 1 then
		local beginning = table.concat( list, separator or words.comma, 1, size - 1 )
		return beginning .. ( conjunction or words.conjunction ) .. list[size]
	end
	return tostring( list[1] or '' )
end

function text.split( ... )
	local list, nextPiece = {}, text.gsplit( ... )
	local piece = nextPiece()
	while piece do
		table.insert( list, piece )
		piece = nextPiece()
	end
	return list
end

function text.truncate( s, length, ellipsis, adjust )
	local whole = ustring.len( s )
	local wanted = math.abs( length )
	if whole <= wanted then
		return s
	end
	ellipsis = ellipsis or native.textOptions().ellipsis
	local taken = adjust and ustring.len( ellipsis ) or 0
	local result
	if wanted <= taken then
		result = ellipsis
	elseif length > 0 then
		result = ustring.sub( s, 1, length - taken ) .. ellipsis
	else
		result = ellipsis .. ustring.sub( s, length + taken )
	end
	return ustring.len( result ) < whole and result or s
end

text.JSON_PRESERVE_KEYS = 1
text.JSON_TRY_FIXING = 2
text.JSON_PRETTY = 4

local function isFinite( number )
	return number - number == 0
end

local encodable = { ['nil'] = true, boolean = true, number = true, string = true, table = true }

-- A value as the encoder takes it, or nil and why it has no form in JSON. A table becomes a list of its keys and
-- values in turn, as `pairs` gives them, so that a metatable may give keys without a value. `open` are the tables
-- around it.
local function jsonForm( value, open )
	local kind = type( value )
	if not encodable[kind] then
		return nil, "Cannot encode type '" .. kind .. "'"
	elseif kind == 'number' and not isFinite( value ) then
		return nil, 'Cannot encode non-finite numbers'
	elseif open[value] then
		return nil, 'Cannot use recursive tables'
	elseif kind ~= 'table' then
		return value
	end
	open[value] = true
	local form, place = {}, 1
	for key, member in pairs( value ) do
		local sort = type( key )
		local written, fault = jsonForm( member, open )
		if sort ~= 'number' and sort ~= 'string' then
			fault = "Cannot use type '" .. sort .. "' as a table key"
		elseif sort == 'number' and not isFinite( key ) then
			fault = "Cannot use 'inf' as a table key"
		end
		if fault then
			return nil, fault
		end
		form[place], form[place + 1] = key, written
		place = place + 2
	end
	open[value] = nil
	return form
end

function text.jsonEncode( value, flags )
	local form, fault = jsonForm( value, {} )
	if fault then
		error( 'mw.text.jsonEncode: ' .. fault, 2 )
	end
	core.check( 'mw.text.jsonEncode', 2, 'number?', flags, 2 )
	return native.jsonEncode( form, flags or 0 )
end

core.declare( text, {
	jsonDecode = { as = 'mw.text.jsonDecode', 'string', 'number?', function ( json, flags )
		return native.jsonDecode( json, flags or 0 )
	end },
} )

core.libraries['mw.text'] = text
