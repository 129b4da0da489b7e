-- Data that all modules of a page share.

local native, core = ...
local mw = mw

-- Data of the page by the function that loads it: tables, or messages of failures.
local shared = { loadData = {}, loadJsonData = {} }

table.insert( core.resets, function ()
	shared = { loadData = {}, loadJsonData = {} }
end )

-- A view of a table that cannot be written to; inner tables get views on demand.
local function readOnly( source, views, name )
	local view = {}
	views[source] = view
	local meta = { mw_loadData = true }

	local function get( _, key )
		local value = source[key]
		if type( value ) == 'table' then
			return views[value] or readOnly( value, views, name )
		end
		return value
	end

	meta.__index = get

	function meta.__newindex()
		error( 'table from ' .. name .. ' is read-only', 2 )
	end

	local function following( _, key )
		key = next( source, key )
		if key ~= nil then
			return key, get( nil, key )
		end
	end

	function meta.__pairs()
		return following, view, nil
	end

	local function afterIndex( _, index )
		local value = get( nil, index + 1 )
		if value ~= nil then
			return index + 1, value
		end
	end

	function meta.__ipairs()
		return afterIndex, view, 0
	end

	meta.__metatable = meta
	return setmetatable( view, meta )
end

local plain = { ['nil'] = true, boolean = true, number = true, string = true }

-- Why data cannot be shared between modules; nil when it can.
local function faultOf( root )
	local waiting, seen = { root }, { [root] = true }
	while #waiting > 0 do
		local current = table.remove( waiting )
		if getmetatable( current ) ~= nil then
			return 'data for mw.loadData contains a table with a metatable'
		end
		for key, member in pairs( current ) do
			if type( key ) == 'table' then
				return 'data for mw.loadData contains a table as a key'
			end
			local kind = type( plain[type( key )] and member or key )
			if not plain[kind] and kind ~= 'table' then
				return "data for mw.loadData contains unsupported data type '" .. kind .. "'"
			elseif kind == 'table' and not seen[member] then
				seen[member] = true
				waiting[#waiting + 1] = member
			end
		end
	end
end

-- Data is read once for the page; every caller gets a view of it. `read` gives the data and what is wrong with it.
local function share( name, read )
	mw[name] = function ( source )
		local known = shared[name]
		if known[source] == nil then
			local value, fault = read( source )
			if type( value ) ~= 'table' then
				fault = tostring( source ) .. ' returned ' .. type( value ) .. ', table expected'
			end
			known[source] = fault or value
		end
		if type( known[source] ) == 'string' then
			error( known[source], 2 )
		end
		return readOnly( known[source], {}, 'mw.' .. name )
	end
end

share( 'loadData', function ( module )
	local value = core.export( function ()
		return require( module )
	end, core.newFrame( 'empty' ) )
	return value, type( value ) == 'table' and faultOf( value ) or nil
end )

share( 'loadJsonData', function ( page )
	core.check( 'mw.loadJsonData', 1, 'string', page, 3 )
	return native.loadJson( page )
end )
