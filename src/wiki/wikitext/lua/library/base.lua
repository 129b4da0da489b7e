-- The globals that scripts see, environments for modules, and how a module is run.

local native = ...

local error, getmetatable, ipairs, pairs, rawget, rawset, select = error, getmetatable, ipairs, pairs, rawget, rawset, select
local setfenv, setmetatable, tostring, type, unpack = setfenv, setmetatable, tostring, type, unpack
local concat, format, getinfo, randomseed = table.concat, string.format, debug.getinfo, math.randomseed
-- Also finds metatables that scripts must not change.
local metatableOf = debug.getmetatable

-- What libraries and the host share; scripts never see it. `resets` forget a page.
local core = { resets = {} }
-- The globals of the libraries; every module gets a copy.
local base = {}
base._G = base
base.mw = {}

for _, name in ipairs { 'assert', 'error', 'next', 'pcall', 'rawequal', 'rawget', 'rawset', 'select', 'setmetatable',
	'tonumber', 'type', 'xpcall', '_VERSION' } do
	base[name] = _G[name]
end

local function plainCopy( from )
	local to = {}
	for name, value in pairs( from ) do
		to[name] = value
	end
	return to
end

base.math = plainCopy( math )
base.table = plainCopy( table )

local LONG = 1000
local sort = table.sort

local function lessThan( a, b )
	return a < b
end

-- Comparing long strings inside one call would take longer than any limit.
function base.table.sort( list, comes )
	if comes == nil and type( list ) == 'table' then
		for index = 1, #list do
			local value = list[index]
			if type( value ) == 'string' and #value > LONG then
				comes = lessThan
				break
			end
		end
	end
	return sort( list, comes )
end

base.string = {}
for _, name in ipairs { 'byte', 'char', 'format', 'len', 'lower', 'reverse', 'sub', 'upper' } do
	base.string[name] = string[name]
end
for name, func in pairs( native.string ) do
	base.string[name] = func
end
core.metatableOf = metatableOf
base.debug = { traceback = debug.traceback }
base.os = {
	clock = native.os.clock,
	date = native.os.date,
	difftime = function ( later, earlier )
		return later - ( earlier or 0 )
	end,
	time = native.os.time,
}

-- Methods of strings come from a table that scripts cannot reach.
getmetatable( '' ).__index = plainCopy( base.string )

function base.getmetatable( value )
	if type( value ) == 'table' then
		return getmetatable( value )
	end
	return nil
end

-- Lua 5.2's metamethods for iteration.
function base.pairs( value )
	local meta = metatableOf( value )
	local iterator, state, first = ( type( meta ) == 'table' and meta.__pairs or pairs )( value )
	return iterator, state, first
end

function base.ipairs( value )
	local meta = metatableOf( value )
	local iterator, state, first = ( type( meta ) == 'table' and meta.__ipairs or ipairs )( value )
	return iterator, state, first
end

-- Addresses of objects are not shown.
function base.tostring( ... )
	local value = ...
	if select( '#', ... ) == 0 then
		error( "bad argument #1 to 'tostring' (value expected)", 2 )
	end
	local kind = type( value )
	local meta = metatableOf( value )
	if type( meta ) == 'table' and meta.__tostring then
		return meta.__tostring( value )
	end
	if kind == 'number' or kind == 'string' or kind == 'boolean' or kind == 'nil' then
		return tostring( value )
	end
	return kind
end

local MOST_UNPACKED = 8000
local LARGEST_INDEX = 2 ^ 31 - 1
local old_unpack = unpack

function base.unpack( list, from, to )
	if type( list ) == 'table' then
		local first, last = from or 1, to or #list
		if math.abs( first ) > LARGEST_INDEX or math.abs( last ) > LARGEST_INDEX or last - first > MOST_UNPACKED - 2 then
			error( 'too many results to unpack', 2 )
		end
	end
	return old_unpack( list, from, to )
end

local function copyDeep( value, copies )
	if type( value ) ~= 'table' then
		return value
	end
	local copy = copies[value]
	if copy == nil then
		copy = {}
		copies[value] = copy
		local meta = metatableOf( value )
		if meta then
			setmetatable( copy, copyDeep( meta, copies ) )
		end
		for key, member in base.pairs( value ) do
			copy[key] = copyDeep( member, copies )
		end
	end
	return copy
end

function base.mw.clone( value )
	return copyDeep( value, {} )
end

-- Libraries under the names that `require` knows.
local libraries = {}
-- Compiled library sources, by name.
local sources = {}
-- Modules that do not exist, for the time of one page.
local missing = {}

local LOADING = function () end

-- Pages that search for errors of `require` know them with this place.
local function fail( line, message, ... )
	error( format( 'package.lua:%d: ' .. message, line, ... ), 0 )
end

-- The global `package`, and `require`, in the environment of a module.
local function addPackage( env )
	local loaded, preload = {}, {}
	for _, name in ipairs { 'debug', 'string', 'math', 'os', 'table', 'package', 'mw' } do
		loaded[name] = env[name]
	end
	loaded._G = env

	local function fromPreload( name )
		return preload[name]
	end

	local function fromWiki( name )
		if missing[name] then
			return nil
		end
		local library = libraries[name]
		if library ~= nil then
			return function ()
				return copyDeep( library, {} )
			end
		end
		local chunk = sources[name] or native.loadModule( name )
		if chunk == nil then
			missing[name] = true
			return nil
		end
		return setfenv( chunk, env )
	end

	local package = { loaded = loaded, preload = preload, loaders = { fromPreload, fromWiki } }
	env.package = package
	loaded.package = package

	function package.seeall( module )
		local meta = getmetatable( module ) or {}
		-- Fails for strings, which share a metatable with all modules.
		setmetatable( module, meta )
		meta.__index = env
	end

	function env.require( name )
		if type( name ) ~= 'string' then
			fail( 90, "bad argument #1 to 'require' (string expected, got %s)", type( name ) )
		end
		local known = loaded[name]
		if known == LOADING then
			fail( 95, "loop or previous error loading module '%s'", name )
		elseif known then
			return known
		end
		local loaders = package.loaders
		if type( loaders ) ~= 'table' then
			fail( 73, "'package.loaders' must be a table" )
		end
		for _, loader in ipairs( loaders ) do
			local chunk = loader( name )
			if chunk then
				loaded[name] = LOADING
				local before = rawget( env, 'arg' )
				rawset( env, 'arg', { name } )
				local result = chunk( name )
				if result then
					loaded[name] = result
				elseif loaded[name] == LOADING then
					loaded[name] = true
				end
				rawset( env, 'arg', before )
				return loaded[name]
			end
		end
		fail( 80, "module '%s' not found", name )
	end
end

-- Most modules use few libraries, so each is copied when it is first used.
local copyOnUse = {
	__index = function ( mw, name )
		local library = base.mw[name]
		if type( library ) ~= 'table' then
			return library
		end
		local copy = copyDeep( library, {} )
		rawset( mw, name, copy )
		return copy
	end,
	__metatable = false,
}

local function newEnvironment( frame )
	local env = {}
	for name, value in pairs( base ) do
		env[name] = value
	end
	for _, name in ipairs { 'debug', 'math', 'os', 'string', 'table' } do
		env[name] = plainCopy( base[name] )
	end
	env._G = env
	env.mw = setmetatable( {
		getCurrentFrame = function ()
			return frame
		end
	}, copyOnUse )
	addPackage( env )
	return env
end

-- Runs the main function of a module in an environment of its own.
local function export( chunk, frame )
	setfenv( chunk, newEnvironment( frame ) )
	return chunk()
end

-- Runs a function of a module. Returns "text" and the result, or what is wrong with the module.
local function invoke( chunk, name, frameId, isOutermost )
	local frame = core.newFrame( frameId )
	if isOutermost then
		-- The same numbers on every page, and no messages from one module to another.
		randomseed( 1 )
	end
	local exports = export( chunk, frame )
	if type( exports ) ~= 'table' then
		return 'no table', type( exports )
	end
	local func = exports[name]
	if func == nil then
		return 'no such function'
	elseif type( func ) ~= 'function' then
		return 'no function'
	end
	local results = { func( frame ) }
	for index, result in ipairs( results ) do
		results[index] = base.tostring( result )
	end
	return 'text', concat( results )
end

-- Runs a module and then questions about it, which share its globals. The exports of the module are `p` for them.
local function console( chunk, questions, frameId )
	local frame = core.newFrame( frameId )
	randomseed( 1 )
	local env = newEnvironment( frame )
	local exports = setfenv( chunk, env )()
	local result = setfenv( questions, env )( exports, base.mw.log, core.clearLog, base.mw.allToString )
	return 'text', result or ''
end

-- Replaces an error by its message and the calls that led to it.
local function describe( message )
	local lines = {}
	local level = 2
	while #lines < 60 do
		local info = getinfo( level, 'nSl' )
		if not info then
			break
		end
		if info.what ~= 'C' or info.name then
			lines[#lines + 1] = concat( {
				info.short_src, info.currentline, info.namewhat or '', info.name or '', info.what
			}, '\t' )
		end
		level = level + 1
	end
	if type( message ) ~= 'string' and type( message ) ~= 'number' then
		local meta = metatableOf( message )
		if type( meta ) == 'table' and meta.__tostring then
			message = base.tostring( message )
		else
			message = 'unknown error'
		end
	end
	return concat( { message, concat( lines, '\n' ) }, '\0' )
end

local function reset()
	missing = {}
	for _, forget in ipairs( core.resets ) do
		forget()
	end
end

-- Nothing of the original globals stays within reach.
for _, name in ipairs { 'collectgarbage', 'coroutine', 'debug', 'dofile', 'gcinfo', 'getfenv', 'io', 'load', 'loadfile',
	'loadstring', 'module', 'newproxy', 'os', 'package', 'print', 'require' } do
	_G[name] = nil
end

core.base, core.libraries, core.sources = base, libraries, sources
core.copyDeep, core.export, core.invoke, core.describe, core.reset = copyDeep, export, invoke, describe, reset
core.console = console
return core
