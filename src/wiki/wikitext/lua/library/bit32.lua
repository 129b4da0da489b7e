-- Bitwise operations on 32-bit numbers, as in Lua 5.2.

local SIZE = 2 ^ 32

local function number( name, position, value )
	local given = tonumber( value )
	if given == nil then
		error( string.format( "bad argument #%d to '%s' (number expected, got %s)", position, name, type( value ) ), 4 )
	end
	return math.floor( given ) % SIZE
end

local function combine( name, identity, operation )
	return function ( ... )
		local result = identity
		for index = 1, select( '#', ... ) do
			local other = number( name, index, ( select( index, ... ) ) )
			local sum, place = 0, 1
			local a = result
			for _ = 1, 32 do
				local bitA, bitB = a % 2, other % 2
				if operation( bitA, bitB ) then
					sum = sum + place
				end
				a, other, place = ( a - bitA ) / 2, ( other - bitB ) / 2, place * 2
			end
			result = sum
		end
		return result
	end
end

local bit32 = {}

bit32.band = combine( 'band', SIZE - 1, function ( a, b )
	return a == 1 and b == 1
end )
bit32.bor = combine( 'bor', 0, function ( a, b )
	return a == 1 or b == 1
end )
bit32.bxor = combine( 'bxor', 0, function ( a, b )
	return a ~= b
end )

function bit32.btest( ... )
	return bit32.band( ... ) ~= 0
end

function bit32.bnot( value )
	return SIZE - 1 - number( 'bnot', 1, value )
end

local function shiftLeft( value, by )
	if by >= 32 or by <= -32 then
		return 0
	elseif by >= 0 then
		return value * 2 ^ by % SIZE
	end
	return math.floor( value * 2 ^ by )
end

function bit32.lshift( value, by )
	return shiftLeft( number( 'lshift', 1, value ), by )
end

function bit32.rshift( value, by )
	return shiftLeft( number( 'rshift', 1, value ), -by )
end

function bit32.arshift( value, by )
	local bits = number( 'arshift', 1, value )
	local shifted = shiftLeft( bits, -by )
	if by > 0 and bits >= SIZE / 2 then
		shifted = shifted + ( by >= 32 and SIZE - 1 or SIZE - 2 ^ ( 32 - by ) )
	end
	return shifted
end

local function rotate( value, by )
	by = by % 32
	return bit32.bor( shiftLeft( value, by ), shiftLeft( value, by - 32 ) )
end

function bit32.lrotate( value, by )
	return rotate( number( 'lrotate', 1, value ), by )
end

function bit32.rrotate( value, by )
	return rotate( number( 'rrotate', 1, value ), -by )
end

local function checkField( field, width )
	width = width or 1
	if field < 0 then
		error( "bad argument #2 to 'extract' (field cannot be negative)", 3 )
	elseif width <= 0 then
		error( "bad argument #3 to 'extract' (width must be positive)", 3 )
	elseif field + width > 32 then
		error( 'trying to access non-existent bits', 3 )
	end
	return width
end

function bit32.extract( value, field, width )
	width = checkField( field, width )
	return shiftLeft( number( 'extract', 1, value ), -field ) % 2 ^ width
end

function bit32.replace( value, replacement, field, width )
	width = checkField( field, width )
	local bits = number( 'replace', 1, value )
	local before = shiftLeft( bits, -field ) % 2 ^ width
	return bits + ( number( 'replace', 2, replacement ) % 2 ^ width - before ) * 2 ^ field
end

return bit32
