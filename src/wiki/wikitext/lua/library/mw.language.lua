-- Languages: names, letter case, numbers, dates and plural forms.

local native, core = ...
local language = {}
mw.language = language

for _, name in ipairs { 'isSupportedLanguage', 'isKnownLanguageTag', 'isValidCode', 'isValidBuiltInCode',
	'fetchLanguageName', 'fetchLanguageNames', 'getFallbacksFor' } do
	language[name] = native[name]
end

-- Methods whose work is done outside Lua, by the number of arguments that they need.
local outside = {
	[0] = 'isRTL toBcp47Code',
	[1] = 'caseFold formatDate formatDuration formatNum getDurationIntervals lc lcfirst parseFormattedNumber uc ucfirst',
	[2] = 'convertGrammar convertPlural gender',
}

local function directionOf( object, isOpposite )
	local isRight = native.languageMethod( 'isRTL', object.code )
	-- Any value but nil and false asks for the opposite.
	return isRight == not isOpposite and 'rtl' or 'ltr'
end

-- What differs between the directions of writing.
local marks = { ltr = '\226\128\142', rtl = '\226\128\143' }
local entities = { ltr = '&lrm;', rtl = '&rlm;' }
local arrows = {
	down = '↓', left = '←', right = '→', up = '↑',
	forwards = { ltr = '→', rtl = '←' },
	backwards = { ltr = '←', rtl = '→' },
}

local function isDirection( value )
	return value ~= false and type( value ) ~= 'string' and value ~= nil and 'string expected, got ' .. type( value )
end

local declarations = {
	getCode = { function ( object ) return object.code end },
	getFallbackLanguages = { function ( object ) return native.getFallbacksFor( object.code ) end },
	grammar = { function ( object, case, word ) return object:convertGrammar( word, case ) end },
	getDir = { function ( object ) return directionOf( object ) end },
	getDirMark = { function ( ... ) return marks[directionOf( ... )] end },
	getDirMarkEntity = { function ( ... ) return entities[directionOf( ... )] end },
	getArrow = { isDirection, function ( object, direction )
		local arrow = arrows[direction or 'forwards']
		return type( arrow ) == 'table' and arrow[directionOf( object )] or arrow
	end },
}

for least, names in pairs( outside ) do
	for name in string.gmatch( names, '%w+' ) do
		declarations[name] = {
			check = function ( ... )
				if select( '#', ... ) < least then
					error( 'too few arguments to mw.language:' .. name, 3 )
				end
			end,
			function ( object, ... )
				return native.languageMethod( name, object.code, ... )
			end,
		}
	end
end

local addMethods = core.methods( { 'mw.language', 'lang', 'language object' }, declarations )

function mw.getLanguage( code )
	if code == nil then
		error( 'too few arguments to mw.language.new()', 2 )
	end
	local object = { code = code }
	addMethods( object, object, object )
	object.plural = object.convertPlural
	return object
end

function mw.getContentLanguage()
	return mw.getLanguage( native.contentLanguage() )
end

language.new, language.getContentLanguage = mw.getLanguage, mw.getContentLanguage

-- Letters have the case of the content language.
for name, method in pairs { upper = 'uc', lower = 'lc' } do
	mw.ustring[name] = function ( text )
		return native.languageMethod( method, native.contentLanguage(), text )
	end
	-- The only Unicode functions that strings have in every module.
	string['u' .. name] = mw.ustring[name]
	core.metatableOf( '' ).__index['u' .. name] = mw.ustring[name]
end

core.libraries['mw.language'] = language
