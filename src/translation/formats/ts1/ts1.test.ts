import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from '../index.ts'
import { changedLines, fixture } from '../testing.ts'
import { ts1 } from './ts1.ts'

const french = fixture(import.meta.dirname, 'garden-fr.ts.xml')

test('messages are read with their states', () => {
  assert.deepEqual(
    ts1
      .parse(french)
      .units.map(({ source, target, context, fuzzy, obsolete }) => [
        ...[source[0], target[0], context],
        ...[fuzzy, obsolete],
      ]),
    [
      ['&Water the beds', '&Arroser les parterres', 'GardenWindow', false, false],
      ['Row', 'Rang', 'GardenWindow | of plants', true, false],
      ['Rosé', '', 'GardenWindow', false, false],
      ['Old tool', 'Ancien outil', 'GardenWindow', false, true],
    ],
  )
})

test('only the changed message changes', () => {
  const file = ts1.parse(french)
  const changed = file.serialize({ update: [{ id: file.units[2]!.id, target: ['Rosé'] }] })
  assert.deepEqual(changedLines(french, changed), [
    '-        <translation type="unfinished"></translation>',
    '+        <translation>Rosé</translation>',
  ])
})

test('the file of a new language has no version and no languages', () => {
  const created = Buffer.from(ts1.create({ language: 'de', template: french })).toString()
  assert.match(created, /^<!DOCTYPE TS><TS>\n/)
  assert.doesNotMatch(created, /Old tool|Arroser/)
  assert.equal(ts1.parse(Buffer.from(created)).units.length, 3)
})

test('files without a version or with version 1 are recognised', () => {
  assert.equal(detectFormat('garden_fr.ts', french), 'ts1')
  assert.equal(detectFormat('a.ts', Buffer.from('<TS version="1.1"></TS>')), 'ts1')
  assert.equal(detectFormat('a.ts', Buffer.from('<TS version="2.1"></TS>')), 'ts')
})

test('plural strings are rejected', () => {
  const add = [{ context: 'a', source: ['%n row', '%n rows'], target: ['a', 'b'], plural: true }]
  assert.throws(() => ts1.parse(french).serialize({ add }), /cannot have/)
})
