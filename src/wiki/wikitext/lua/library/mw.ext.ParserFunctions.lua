-- Expressions of {{#expr:}}.

local native, core = ...
mw.ext = mw.ext or {}
mw.ext.ParserFunctions = {}

function mw.ext.ParserFunctions.expr( expression )
	local value = native.expr( tostring( expression ) )
	return value
end

core.libraries['mw.ext.ParserFunctions'] = mw.ext.ParserFunctions
