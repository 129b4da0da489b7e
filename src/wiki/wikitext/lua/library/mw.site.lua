-- The wiki: its names, namespaces and numbers. They are asked for on first use.

local native, core = ...
local site = {}
mw.site = site

local info

local function namespaceTables( list )
	local all, byName = {}, {}
	local kinds = { subjectNamespaces = {}, talkNamespaces = {}, contentNamespaces = {} }
	for _, namespace in ipairs( list ) do
		all[namespace.id] = namespace
	end
	for _, namespace in ipairs( list ) do
		namespace.subject = all[namespace.subject]
		namespace.talk = all[namespace.talk]
		namespace.associated = all[namespace.associated]
		for _, alias in ipairs( namespace.aliases ) do
			byName[alias] = namespace.id
		end
		if namespace.isSubject then
			kinds.subjectNamespaces[namespace.id] = namespace
		end
		if namespace.isTalk then
			kinds.talkNamespaces[namespace.id] = namespace
		end
		if namespace.isContent then
			kinds.contentNamespaces[namespace.id] = namespace
		end
	end
	for _, namespace in ipairs( list ) do
		byName[namespace.canonicalName] = namespace.id
		byName[namespace.name] = namespace.id
	end
	setmetatable( all, {
		__index = function ( self, name )
			if type( name ) ~= 'string' then
				return nil
			end
			local id = byName[name] or native.namespaceId( name )
			return id and rawget( self, id )
		end
	} )
	return all, kinds
end

-- Called when the wiki is known.
function core.setSite()
	info = native.siteInfo()
	for _, name in ipairs { 'siteName', 'server', 'scriptPath', 'stylePath', 'currentVersion' } do
		site[name] = info[name]
	end
	local kinds
	site.namespaces, kinds = namespaceTables( info.namespaces )
	for name, value in pairs( kinds ) do
		site[name] = value
	end
end

local counts = { 'pages', 'articles', 'files', 'edits', 'users', 'activeUsers', 'admins' }
local isCount = {}
for _, name in ipairs( counts ) do
	isCount[name] = true
end

site.stats = setmetatable( {
	pagesInCategory = native.pagesInCategory,
	pagesInNamespace = native.pagesInNamespace,
	usersInGroup = native.usersInGroup,
}, {
	__index = function ( _, name )
		if isCount[name] then
			return native.siteCount( name )
		end
	end,
} )
site.interwikiMap = native.interwikiMap

core.libraries['mw.site'] = site
