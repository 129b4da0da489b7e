import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPhpArrays } from './php-arrays.ts'

const read = (source: string, ...names: string[]) =>
  Object.fromEntries([...readPhpArrays(source, new Set(names))].map(([name, { pairs }]) => [name, pairs]))

test('reads arrays of variables, properties and constants', () => {
  const source = `<?php
/** $a = ['no' => 'comment']; */
namespace A\\B;
class C {
public static $a = [
'甲' => '乙', // 'c' => 'd'
# another
"x\\u{4e59}\\n\\$" => 'it\\'s \\\\ \\n',
];
public const B_C = [ 'a' => 'b' ];
private $other = [ 1, 2, [ 'x' ] ];
}
$d = array( 'k' => 'v' );
$e == [ 'k' => 'v' ];
`
  assert.deepEqual(read(source, '$a', 'B_C', '$d', '$e', '$missing'), {
    $a: [
      ['甲', '乙'],
      ['x乙\n$', "it's \\ \\n"],
    ],
    B_C: [['a', 'b']],
    $d: [['k', 'v']],
  })
})

test('rejects anything but literals, and names the line', () => {
  const faults: Record<string, RegExp> = {
    "<?php\n$a = [ 'x' => system('ls') ];": /^line 2: expected a quoted value of \$a$/,
    "<?php\n$a = [\n'x' ];": /^line 3: expected => in \$a$/,
    "$a = [ 'x' => 'y' 'z' => 'w' ]": /^line 1: expected a comma or \] in \$a$/,
    "$a = [ 'x' => 'y'": /^line 1: expected a comma or \] in \$a$/,
    "$a = [ 'x' => 'y": /^line 1: a text does not end$/,
    '$a = [ "x" => "$b" ]': /^line 1: a text contains a variable$/,
    '$a = [ "x" => "\\xff" ]': /^line 1: a text contains an escaped byte$/,
    '$a = load();': /^line 1: \$a is not an array$/,
  }
  for (const [source, message] of Object.entries(faults)) assert.throws(() => read(source, '$a'), { message })
})

test('ends for any source', () => {
  for (const part of ["'", '"', '/*', '\\', "$a=['a'=>'b',", '$a=', '#', '\\u{', '($a=['])
    try {
      read(part.repeat(100_000), '$a')
    } catch (error) {
      assert.match((error as Error).message, /^line 1: /)
    }
  const piece = fc.constantFrom('$a', '=', '[', ']', "'", '"', '\\', '=>', ',', '/*', '*/', '//', '\n', 'x', '甲')
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      try {
        read(pieces.join(''), '$a')
      } catch (error) {
        assert.match((error as Error).message, /^line \d+: /)
      }
    }),
  )
})
