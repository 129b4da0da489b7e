-- Bitwise operations under the names of the library "luabit". Numbers are whole, and not negative.

local bit32 = require( 'bit32' )

local function check( number )
	if type( number ) ~= 'number' or number ~= math.floor( number ) then
		error( 'trying to use bitwise operation on non-integer!', 3 )
	end
	return number
end

local bit = {}

function bit.tobits( number )
	check( number )
	local bits = {}
	while number > 0 do
		bits[#bits + 1] = number % 2
		number = math.floor( number / 2 )
	end
	return bits
end

function bit.tonumb( bits )
	local number = 0
	for index = #bits, 1, -1 do
		number = number * 2 + bits[index]
	end
	return number
end

for name, operation in pairs { band = bit32.band, bor = bit32.bor, bxor = bit32.bxor } do
	bit[name] = function ( a, b )
		return operation( check( a ), check( b ) )
	end
end
bit.bxor2 = bit.bxor

function bit.bnot( number )
	return bit32.bnot( check( number ) )
end

function bit.blshift( number, by )
	return bit32.lshift( check( number ), check( by ) )
end

function bit.brshift( number, by )
	return bit32.arshift( check( number ), check( by ) )
end

function bit.blogic_rshift( number, by )
	return bit32.rshift( check( number ), check( by ) )
end

return bit
