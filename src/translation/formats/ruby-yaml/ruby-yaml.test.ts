import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMonolingual } from '../monolingual.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { rubyYaml } from './ruby-yaml.ts'

const app = fixture(import.meta.dirname, 'app-sl.yml')

function change(id: string, ...target: string[]): string[] {
  return changedLines(app, rubyYaml.parse(app).serialize({ update: [{ id, target }] }))
}

test('strings, plurals and lists below the language are units', () => {
  const file = rubyYaml.parse(app)
  assert.equal(file.language, 'sl')
  assert.deepEqual(
    file.units.map(({ context, target }) => [context, ...target]),
    [
      ['title', 'Vrt'],
      ['quoted key', 'Dvojni "narekovaji" in ☃'],
      ['single', "Enojni 'narekovaji'"],
      ['plants', '%{count} rastlina', '%{count} rastlini', '%{count} rastline', '%{count} rastlin'],
      ['date.day_names[0]', 'nedelja'],
      ['date.day_names[1]', 'ponedeljek'],
      ['date.day_names[2]', 'torek'],
      ['date.month_names[1]', 'januar'],
      ['date.month_names[2]', 'februar'],
      ['text', 'Prva vrstica\ndruga vrstica\n'],
      ['folded', 'Zloženo besedilo'],
      ['empty', ''],
      ['yes', 'ja'],
      ['no', 'Ne'],
      ['defaults.greeting', 'Pozdravljeni'],
      ['copy.extra', 'Dodatno'],
      ['flow.a', 'prvi'],
      ['flow.b', 'drugi'],
    ],
  )
  assert.equal(unitOf(file, 'plants').note, 'how many plants there are')
})

test('a change keeps the quotes of the value, unless they cannot hold it', () => {
  assert.deepEqual(change('title', 'Novi vrt'), ['-  title: Vrt', '+  title: Novi vrt'])
  assert.deepEqual(change('title', 'a: b'), ['-  title: Vrt', '+  title: "a: b"'])
  assert.deepEqual(change('title', 'Ne'), ['-  title: Vrt', '+  title: Ne'])
  assert.deepEqual(change('title', 'no'), ['-  title: Vrt', '+  title: "no"'])
  assert.deepEqual(change('single', "o'k"), ["-  single: 'Enojni ''narekovaji'''", "+  single: 'o''k'"])
  assert.deepEqual(change('text', 'Ena\n\ndve'), [
    '-  text: |',
    '-    Prva vrstica',
    '-    druga vrstica',
    '+  text: |-',
    '+    Ena',
    '+',
    '+    dve',
  ])
  assert.deepEqual(change('folded', 'kratko'), ['-  folded: >-', '-    Zloženo', '-    besedilo', '+  folded: kratko'])
  assert.deepEqual(change('empty', 'polno'), ['-  empty:', '+  empty: polno'])
  assert.deepEqual(change('yes', '# ne'), ['-  "yes": ja # trailing', '+  "yes": "# ne" # trailing'])
  assert.deepEqual(change('flow.a', 'x, y').slice(1), ['+  flow: {a: "x, y", b: "drugi"}'])
})

test('units are added in their map and removed with their comments', () => {
  const added = rubyYaml.parse(app).serialize({
    add: [
      { context: 'subtitle', source: [], target: ['Podnaslov'], after: 'title' },
      { context: 'trees', source: [], target: ['a', 'b', 'c', 'd'], after: 'plants' },
      { context: 'menu.file.open', source: [], target: ['Odpri'] },
      { context: 'menu.file.close', source: [], target: ['Zapri'] },
      { context: 'flow.c', source: [], target: ['tretji'] },
    ],
  })
  assert.deepEqual(changedLines(app, added), [
    '-  flow: {a: prvi, b: "drugi"}',
    '+  subtitle: Podnaslov',
    '+  trees:',
    '+    one: a',
    '+    two: b',
    '+    few: c',
    '+    other: d',
    '+  flow: {a: prvi, b: "drugi", c: "tretji"}',
    '+  menu:',
    '+    file:',
    '+      open: Odpri',
    '+      close: Zapri',
  ])
  const back = rubyYaml.parse(added).serialize({ remove: ['subtitle', 'trees', 'menu.file.open', 'menu.file.close'] })
  assert.equal(changedLines(app, back).length, 2)
  const plants = rubyYaml.parse(app).serialize({ remove: ['plants'] })
  assert.equal(changedLines(app, plants).length, 6)
})

test('a line of text that looks like a comment is none', () => {
  const bytes = Buffer.from('en:\n  a: |\n    text\n    # text\n  b: x\n  # comment\n  c: y\n')
  const file = rubyYaml.parse(bytes)
  assert.deepEqual(
    file.units.map(({ note }) => note),
    ['', '', 'comment'],
  )
  assert.equal(Buffer.from(file.serialize({ remove: ['b', 'c'] })).toString(), 'en:\n  a: |\n    text\n    # text\n')
})

test('a new language is filled from the template', async () => {
  const template = rubyYaml.parse(app)
  const file = await openMonolingual(rubyYaml, rubyYaml.create({ language: 'ja', template: app }), template, {
    language: 'ja',
  })
  const written = file.serialize({
    update: [
      { id: 'plants', target: ['%{count} 株'] },
      { id: 'title', target: ['庭'] },
      { id: 'date.month_names[1]', target: ['一月'] },
    ],
  })
  assert.equal(
    Buffer.from(written).toString(),
    'ja:\n  title: "庭"\n  plants:\n    other: "%{count} 株"\n  date:\n    month_names:\n      - ~\n      - "一月"\n',
  )
  const again = await openMonolingual(rubyYaml, written, template, { language: 'ja' })
  assert.deepEqual(unitOf(again, 'plants').target, ['%{count} 株'])
  assert.equal(Buffer.from(rubyYaml.create({ language: 'no' })).toString(), '"no":\n')
})

test('hostile and broken files are refused with a reason', () => {
  const cases: [string, RegExp][] = [
    ['en:\n  a: b\n  a: c\n', /line 3.*duplicate key "a"/],
    ['en:\n  a: "b\n', /line \d+.*not valid YAML/],
    ['en: b\nde: c\n', /expected one top key/],
    ['- a\n', /expected one top key/],
    ['en: text\n', /expected keys below the language/],
    ['a: 1\n---\nb: 2\n', /several YAML documents/],
    [`en: ${'['.repeat(100000)}`, /nested deeper than 50/],
    ['- '.repeat(100000), /nested deeper than 50/],
    [Array.from({ length: 60 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), /nested deeper than 50/],
    [']'.repeat(100000), /not valid YAML/],
    ['en:\n  a: "\\ud800"\n', /surrogate/],
  ]
  for (const [text, reason] of cases) assert.throws(() => rubyYaml.parse(Buffer.from(text)), reason, text.slice(0, 60))
})

test('aliases are kept but never expanded', () => {
  const lines = ['en:', '  a0: &a0 [x]']
  for (let i = 1; i < 30; i++) lines.push(`  a${i}: &a${i} [*a${i - 1}, *a${i - 1}, *a${i - 1}]`)
  const file = rubyYaml.parse(Buffer.from(lines.join('\n')))
  assert.deepEqual(
    file.units.map(({ id }) => id),
    ['a0[0]'],
  )
})
