-- Titles of pages.

local native, core = ...
local util, check = core.util, core.check
local title = {}
mw.title = title

local MEDIA = -2

-- The number of a namespace that a script names or numbers; otherwise nil, and what is wrong.
local function findNamespace( written )
	local number = tonumber( written )
	if type( written ) == 'string' and tostring( number ) ~= written then
		local found = mw.site.namespaces[written]
		return found and found.id, "unrecognized namespace name '" .. written .. "'"
	elseif not number then
		return nil, 'string or number expected, got ' .. type( written )
	end
	number = math.floor( number + 0.5 )
	return mw.site.namespaces[number] and number, "unrecognized namespace number '" .. number .. "'"
end

local function namespaceFault( written )
	local id, fault = findNamespace( written )
	return not id and fault
end

-- Facts that follow from the parts of a title.
local function addParts( data )
	local namespace = mw.site.namespaces[data.namespace] or {}
	data.isContentPage = namespace.isContent
	data.isExternal = data.interwiki ~= ''
	data.isSpecialPage = data.namespace == -1
	data.isTalkPage = namespace.isTalk
	data.subjectNsText = namespace.subject and namespace.subject.name or ''
	data.canTalk = namespace.talk ~= nil
	local prefixed = data.text
	if data.nsText ~= '' then
		prefixed = string.gsub( data.nsText .. ':' .. prefixed, '_', ' ' )
	end
	if data.interwiki ~= '' then
		prefixed = data.interwiki .. ':' .. prefixed
	end
	data.prefixedText = prefixed
	local root, base, last
	if namespace.hasSubpages then
		root = string.match( data.text, '^([^/]*)/' )
		base, last = string.match( data.text, '^(.*)/([^/]*)$' )
	end
	data.isSubpage = base ~= nil
	data.rootText = root or data.text
	data.baseText = base or data.text
	data.subpageText = last or data.text
end

-- Fields that need a look at the wiki; the second list counts as expensive.
local computed = {
	'fullText', 'rootPageTitle', 'basePageTitle', 'talkPageTitle', 'subjectPageTitle', 'fileExists', 'file',
	'protectionLevels', 'cascadingProtection', 'redirectTarget',
}
local expensive = { exists = true, isRedirect = true, contentModel = true, id = true }

-- The first part in which two titles differ; nil if they are equal.
local function firstDifference( a, b )
	for _, part in ipairs { 'interwiki', 'namespace', 'text' } do
		if a[part] ~= b[part] then
			return part
		end
	end
end

function title.equals( a, b )
	return firstDifference( a, b ) == nil
end

function title.compare( a, b )
	local part = firstDifference( a, b )
	return not part and 0 or a[part] < b[part] and -1 or 1
end

local function lessThan( a, b )
	return title.compare( a, b ) < 0
end

local declarations = {
	getContent = { function ( self ) return native.titleContent( self.fullText ) end },
	partialUrl = { function ( self ) return self.thePartialUrl end },
	inNamespace = { namespaceFault, function ( self, namespace )
		return self.namespace == findNamespace( namespace )
	end },
	inNamespaces = { function ( self, ... )
		for position = 1, select( '#', ... ) do
			local namespace = select( position, ... )
			check( 'inNamespaces', position, namespaceFault, namespace, 3 )
			if self.namespace == findNamespace( namespace ) then
				return true
			end
		end
		return false
	end },
	hasSubjectNamespace = { namespaceFault, function ( self, namespace )
		return mw.site.namespaces[self.namespace].subject.id == findNamespace( namespace )
	end },
	isSubpageOf = { 'table', function ( self, other )
		local above = other.text .. '/'
		return self.interwiki == other.interwiki and self.namespace == other.namespace
			and string.sub( self.text, 1, #above ) == above
	end },
	subPageTitle = { as = 'subpageTitle', 'string', function ( self, name )
		return title.makeTitle( self.namespace, self.text .. '/' .. name )
	end },
}

for _, name in ipairs { 'fullUrl', 'localUrl', 'canonicalUrl' } do
	declarations[name] = { function ( self, query, protocol )
		return native.titleUrl( self.fullText, name, query, protocol )
	end }
end

local addMethods = core.methods( { 'mw.title', 'title', 'title object' }, declarations )

local newTitle

local function relatedTitle( data, object, relation )
	local namespace = mw.site.namespaces[data.namespace][relation]
	if not namespace then
		return nil
	elseif namespace.id == data.namespace then
		return object
	end
	return title.makeTitle( namespace.id, data.text )
end

local compute = {
	fullText = function ( data )
		return data.fragment ~= '' and data.prefixedText .. '#' .. data.fragment or data.prefixedText
	end,
	rootPageTitle = function ( data )
		return title.makeTitle( data.namespace, data.rootText )
	end,
	basePageTitle = function ( data )
		return title.makeTitle( data.namespace, data.baseText )
	end,
	talkPageTitle = function ( data, object )
		return relatedTitle( data, object, 'talk' )
	end,
	subjectPageTitle = function ( data, object )
		return relatedTitle( data, object, 'subject' )
	end,
	file = function ( data )
		if data.file == nil then
			data.file = native.titleFile( data.prefixedText )
		end
		return data.file or nil
	end,
	fileExists = function ( _, object )
		local file = object.file
		return file and file.exists
	end,
	protectionLevels = function ( data )
		data.protectionLevels = data.protectionLevels or native.protectionLevels( data.prefixedText )
		return data.protectionLevels
	end,
	cascadingProtection = function ( data )
		data.cascadingProtection = data.cascadingProtection or native.cascadingProtection( data.prefixedText )
		return data.cascadingProtection
	end,
	redirectTarget = function ( data )
		if data.redirectTarget == nil then
			data.redirectTarget = newTitle( native.redirectTarget( data.prefixedText ) ) or false
		end
		return data.redirectTarget
	end,
}

function newTitle( data )
	if not data then
		return nil
	end
	local object = {}
	addParts( data )
	addMethods( object, object, data )

	-- Whether a field cannot be changed.
	local fixed = {}
	for name in pairs( expensive ) do
		fixed[name] = true
	end
	for _, name in ipairs( computed ) do
		fixed[name] = true
	end
	for name in pairs( data ) do
		fixed[name] = true
	end
	fixed.fragment = false

	local meta = { __eq = title.equals, __lt = lessThan }

	function meta.__index( self, name )
		if name == 'exists' and data.namespace == MEDIA then
			name = 'fileExists'
		end
		if compute[name] then
			return compute[name]( data, object )
		end
		if expensive[name] and data[name] == nil then
			for key, value in pairs( native.titleFacts( self.fullText ) or {} ) do
				data[key] = value
			end
		end
		return data[name]
	end

	function meta.__newindex( self, name, value )
		if name == 'fragment' then
			util.checkTypeForIndex( name, value, 'string' )
			value = string.gsub( value, '[%s_]+', ' ' )
			data.fragment = string.gsub( value, ' $', '' )
		elseif fixed[name] then
			error( "index '" .. name .. "' is read only", 2 )
		else
			fixed[name] = value ~= nil and false or nil
			rawset( self, name, value )
		end
	end

	function meta.__pairs( self )
		return function ( _, name )
			local value
			repeat
				name = next( fixed, name )
				if name == nil then
					return nil
				end
				value = self[name]
			until value ~= nil
			return name, value
		end, self, nil
	end

	function meta.__tostring( self )
		return self.prefixedText
	end

	return setmetatable( object, meta )
end

function title.getCurrentTitle()
	return newTitle( native.currentTitle() )
end

core.declare( title, {
	new = { as = 'title.new', 'number|string', function ( textOrId, namespace )
		local id = 0
		if namespace ~= nil and type( textOrId ) == 'string' then
			check( 'title.new', 2, namespaceFault, namespace, 3 )
			id = findNamespace( namespace )
		end
		return newTitle( native.newTitle( textOrId, id ) )
	end },
	makeTitle = { namespaceFault, 'string', 'string?', 'string?', function ( namespace, ... )
		local text, fragment, interwiki = ...
		return newTitle( native.makeTitle( findNamespace( namespace ), text, fragment or '', interwiki or '' ) )
	end },
} )

core.libraries['mw.title'] = title
