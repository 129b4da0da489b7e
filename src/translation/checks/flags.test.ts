import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#store/testing-text.ts'
import { FlagSyntaxError, Flags, type FlagValue, parseFlags } from './flags.ts'
import { validateFlags } from './known-flags.ts'

const text = (value: string): FlagValue => ({ text: value, pattern: false })
const pattern = (value: string): FlagValue => ({ text: value, pattern: true })

test('parses plain flags, parameters, quotes and patterns', () => {
  const cases: [string, [string, FlagValue[]][]][] = [
    ['', []],
    [' , ,', []],
    ['python-format', [['python-format', []]]],
    [
      ' c-format ,\n max-length : 100 ',
      [
        ['c-format', []],
        ['max-length', [text('100')]],
      ],
    ],
    ['placeholders:a:b', [['placeholders', [text('a'), text('b')]]]],
    ['placeholders:"a:b":\'c, "d"\'', [['placeholders', [text('a:b'), text('c, "d"')]]]],
    ['placeholders:r"\\d+":r"[a-z]\\"x\\\\"', [['placeholders', [pattern('\\d+'), pattern('[a-z]"x\\')]]]],
    [
      'regex:^.{1,5}$',
      [
        ['regex', [text('^.{1')]],
        ['5}$', []],
      ],
    ],
    ['replacements:"a":"":"\\n":x', [['replacements', [text('a'), text(''), text('\n'), text('x')]]]],
    ['max-length:', [['max-length', [text('')]]]],
    ['priority::', [['priority', [text(''), text('')]]]],
    ['x:r', [['x', [text('r')]]]],
    ['markdown-text', [['md-text', []]]],
    ['variant: two words ', [['variant', [text('two words')]]]],
  ]
  for (const [written, expected] of cases) {
    assert.deepEqual(
      parseFlags(written).map(({ name, values }) => [name, values]),
      expected,
      written,
    )
  }
})

test('reports errors with their position', () => {
  const cases: [string, RegExp, number][] = [
    ['placeholders:"abc', /Missing closing "/, 13],
    ["a, placeholders:'x", /Missing closing '/, 16],
    ['a"b"', /Unexpected "/, 1],
    [':a', /Missing name/, 0],
    ['x:"a"b', /Unexpected b/, 5],
  ]
  for (const [written, message, position] of cases) {
    assert.throws(
      () => parseFlags(written),
      (error: unknown) => {
        assert.ok(error instanceof FlagSyntaxError, written)
        assert.match(error.message, message)
        assert.equal(error.position, position, written)
        return true
      },
    )
  }
})

test('the last layer wins, discard removes flags, and fuzzy is not a flag', () => {
  const flags = Flags.of('max-length:10, c-format, icu-flags:xml', null, 'fuzzy, max-length:20, discard:c-format', '')
  assert.equal(flags.format(), 'icu-flags:xml, max-length:20')
  assert.equal(flags.has('c-format'), false)
  assert.equal(flags.values('max-length')?.[0]?.text, '20')
  assert.equal(Flags.of(flags, 'discard:max-length', 'c-format').format(), 'c-format, icu-flags:xml')
  assert.equal(flags.format(), 'icu-flags:xml, max-length:20', 'merging leaves the layers alone')
  assert.equal(Flags.of('discard:never-set').format(), '')
})

test('formatted flags parse back to the same flags', () => {
  const name = fc.stringMatching(/^[a-z][a-z-]{0,10}$/).filter(word => word !== 'fuzzy' && word !== 'discard')
  const value = fc.tuple(fc.string({ unit: 'grapheme' }), fc.boolean()).map(toValue)
  const special = fc.tuple(fc.stringMatching(/^[\\"'ntrf,: \n\t]{0,8}$/), fc.boolean()).map(toValue)
  const flag = fc.tuple(name, fc.array(fc.oneof(value, special), { maxLength: 3 }))
  fc.assert(
    fc.property(fc.array(flag, { maxLength: 4 }), flags => {
      const written = new Map(flags.map(([key, values]) => [key === 'markdown-text' ? 'md-text' : key, values]))
      const source = [...written].map(([key, values]) => [key, ...values.map(quoted)].join(':')).join(',')
      const merged = Flags.of(source)
      assert.deepEqual(new Map([...merged].map(({ name, values }) => [name, values])), written)
      assert.deepEqual([...Flags.of(merged.format())].sort(byName), [...merged].sort(byName))
    }),
  )
})

test('parses any text or throws a syntax error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[a:,"'r\\ ]{0,12}$/)), written => {
      try {
        parseFlags(written)
      } catch (error) {
        assert.ok(error instanceof FlagSyntaxError)
      }
    }),
  )
})

test('validates flags entered by users', () => {
  const good = [
    'python-format, ignore-end-stop, ignore-same-plurals, ignore-all-checks',
    'max-length:100, placeholders:r"\\d{2}":X, regex:^a, replacements:a:b, discard:max-length, accelerator:&',
    'csharp-format, auto-safe-html, bbcode-text, rst-text, icu-flags:xml:-types, ignore-max-size, read-only',
  ]
  for (const written of good) assert.deepEqual(validateFlags(written), [], written)
  const bad: [string, RegExp][] = [
    ['python-fromat', /There is no flag "python-fromat"/],
    ['python-format:1', /"python-format" takes no parameters/],
    ['max-length', /"max-length" needs a parameter/],
    ['max-length:many', /"max-length" takes a whole number, not "many"/],
    ['max-length:1:2', /takes one parameter, 2 given/],
    ['accelerator:ab', /one punctuation character/],
    ['replacements:a', /takes pairs of parameters/],
    ['regex:"("', /"regex" takes a regular expression/],
    ['placeholders:r"(?=x)"', /"placeholders" takes a regular expression/],
    ['placeholders:""', /takes no empty parameter/],
    ['discard:nonsense', /there is no "nonsense"/],
    ['ignore-nonsense', /There is no flag/],
    ['regex:"abc', /Missing closing "/],
    [`regex:${'a'.repeat(5000)}`, /at most 4096 characters/],
  ]
  for (const [written, message] of bad) assert.match(validateFlags(written).join(' '), message, written)
  assert.equal(validateFlags('one, two').length, 2)
})

const toValue = ([text, pattern]: [string, boolean]): FlagValue => ({ text, pattern })

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

function quoted({ text, pattern }: FlagValue): string {
  return `${pattern ? 'r' : ''}"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
