-- Hash functions.

local native, core = ...

mw.hash = { listAlgorithms = native.hashAlgorithms }

core.declare( mw.hash, {
	hashValue = { 'string', 'string', function ( ... ) return native.hashValue( ... ) end },
} )

core.libraries['mw.hash'] = mw.hash
