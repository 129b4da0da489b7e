import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { fluent } from './fluent.ts'

const czech = fixture(import.meta.dirname, 'garden-cs.ftl')

const change = (id: string, text: string): string[] =>
  changedLines(czech, fluent.parse(czech).serialize({ update: [{ id, target: [text] }] }))

test('a unit has the value and the attributes of a message, without indentation', () => {
  const file = fluent.parse(czech)
  assert.deepEqual(
    file.units.map(({ id, target }) => [id, target[0]]),
    [
      ['-brand-name', 'Zahrada\n.gender = feminine'],
      ['title', 'Vítá vás { -brand-name }'],
      ['login', '.placeholder = { $email } adresa\n.title = Přihlásit'],
      ['long', 'První řádek\ndruhý <strong>řádek</strong>\n\n  odsazený'],
      [
        'plants',
        '{ $count ->\n    [one] { $count } rostlina\n    [few] { $count } rostliny\n   *[other] { $count } rostlin\n}',
      ],
      ['note', 'Začátek\npokračuje\n.tip = Tip'],
      ['empty', ''],
      ['last', '{ NUMBER($n, minimumFractionDigits: 2) } a { "{" }'],
    ],
  )
  assert.equal(unitOf(file, 'title').note, 'The title of the window\nin two lines')
  assert.deepEqual(unitOf(file, '-brand-name').flags, ['fluent-type:Term'])
})

test('a change keeps the layout of its message', () => {
  assert.deepEqual(change('title', 'Ahoj'), ['-title = Vítá vás { -brand-name }', '+title = Ahoj'])
  assert.deepEqual(change('login', '.placeholder = x\n.title = y'), [
    '-    .placeholder = { $email } adresa',
    '-    .title = Přihlásit',
    '+    .placeholder = x',
    '+    .title = y',
  ])
  assert.deepEqual(change('long', 'Jeden\n\ndva'), [
    '-    První řádek',
    '-    druhý <strong>řádek</strong>',
    '-      odsazený',
    '+    Jeden',
    '+    dva',
  ])
  assert.deepEqual(change('title', ''), ['-title = Vítá vás { -brand-name }', '+title = { "" }'])
})

test('texts that are not valid Fluent are rejected with the reason', () => {
  assert.equal(fluent.refuses!('Hello { $name }'), undefined)
  assert.match(fluent.refuses!('Hello { $name')!, /not valid Fluent: expected "}"/)
  assert.match(fluent.refuses!('a } b')!, /unexpected "}"/)
  assert.match(fluent.refuses!('{ $n ->\n  [one] x\n }')!, /default/)
  assert.match(fluent.refuses!('ends here ')!, /white space/)
  assert.match(fluent.refuses!('a\n*b')!, /outside the message/)
  assert.throws(() => fluent.parse(czech).serialize({ update: [{ id: 'title', target: ['{'] }] }), /not valid Fluent/)
  assert.throws(
    () => fluent.parse(czech).serialize({ update: [{ id: '-brand-name', target: ['.only = x'] }] }),
    /not valid Fluent: expected a value/,
  )
})

test('messages are added with comments and removed with them', () => {
  const added = fluent.parse(czech).serialize({
    add: [{ context: 'new', source: [], target: ['Nový\n.tip = x'], note: 'fresh', after: 'title' }],
  })
  assert.deepEqual(changedLines(czech, added), ['+# fresh', '+new = Nový', '+    .tip = x'])
  assert.deepEqual(Buffer.from(fluent.parse(added).serialize({ remove: ['new'] })), czech)
})
