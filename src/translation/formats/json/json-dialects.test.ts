// JSON files of browser extensions, Format.JS, go-i18n, gotext, Nextcloud and Windows apps.

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { FileFormat, NewUnit } from '../format.ts'
import { formatjs } from '../formatjs/formatjs.ts'
import { goI18nJson } from '../go-i18n-json/go-i18n-json.ts'
import { goI18nJsonV2 } from '../go-i18n-json-v2/go-i18n-json-v2.ts'
import { gotext } from '../gotext/gotext.ts'
import { nextcloudJson } from '../nextcloud-json/nextcloud-json.ts'
import { resjson } from '../resjson/resjson.ts'
import { changedLines, fixtures, unitOf } from '../testing.ts'
import { webextension } from '../webextension/webextension.ts'

const sample = ({ id }: FileFormat): Buffer => fixtures(path.join(import.meta.dirname, '..', id))[0]!.bytes
const read = (format: FileFormat, language = 'de') => format.parse(sample(format), { language })
const unitsOf = (format: FileFormat, language?: string) =>
  read(format, language).units.map(({ id, target, note }) => [id, target, note])

// Adds a unit, checks that removing it restores the file, and returns what was added.
function addAndRemove(format: FileFormat, added: Partial<NewUnit> & Pick<NewUnit, 'context'>): string[] {
  const before = sample(format)
  const after = read(format).serialize({ add: [{ source: [], target: ['neu'], ...added }] })
  const file = format.parse(after, { language: 'de' })
  const known = new Set(read(format).units.map(({ id }) => id))
  const id = file.units.find(unit => !known.has(unit.id))!.id
  assert.deepEqual(Buffer.from(file.serialize({ remove: [id] })), before)
  return changedLines(before, after).map(line => line.replace(/^\+\s*/, ''))
}

test('WebExtension messages have descriptions and placeholders', () => {
  assert.deepEqual(unitsOf(webextension)[1], [
    'greeting',
    ['Willkommen, $USER$, zum "$count$". Mal'],
    'Greets the user',
  ])
  assert.deepEqual(unitOf(read(webextension), 'greeting').flags, ['placeholders:$USER$:$COUNT$', 'case-insensitive'])
  assert.deepEqual(addAndRemove(webextension, { context: 'new', note: 'n', after: 'greeting' }), [
    '"new": {',
    '"message": "neu",',
    '"description": "n"',
    '},',
  ])
})

test('Format.JS messages have descriptions', () => {
  assert.deepEqual(unitsOf(formatjs)[0], ['hak27d', ['Panneau de contrôle'], 'title of control panel section'])
  assert.deepEqual(addAndRemove(formatjs, { context: 'new', after: 'hak27d' }), [
    '"new": {',
    '"defaultMessage": "neu"',
    '},',
  ])
  const flat = Buffer.from('{"a": "x"}')
  const added = formatjs.parse(flat).serialize({ add: [{ context: 'b', source: [], target: ['y'] }] })
  assert.equal(Buffer.from(added).toString(), '{"a": "x", "b": "y"}')
})

test('go-i18n version 1 is a list of messages', () => {
  assert.deepEqual(unitsOf(goI18nJson), [
    ['tag', ['Schlagwort'], ''],
    ['plants', ['{{.Count}} Pflanze', '{{.Count}} Pflanzen'], 'Number of plants'],
    ['last "one"', ['Ende'], ''],
  ])
  assert.deepEqual(addAndRemove(goI18nJson, { context: 'trees', target: ['Baum', 'Bäume'], after: 'tag' }), [
    '"id": "trees",',
    '"translation": {',
    '"one": "Baum",',
    '"other": "Bäume"',
    '}',
    '},',
    '{',
  ])
})

test('go-i18n version 2 has texts, plurals and groups', () => {
  assert.deepEqual(unitsOf(goI18nJsonV2, 'pl'), [
    ['HelloWorld', ['Witaj, świecie!'], ''],
    [
      'PersonCats',
      ['{{.Name}} ma {{.Count}} kota.', '', '', '{{.Name}} ma {{.Count}} kotów.'],
      'The number of cats a person has',
    ],
    ['described', ['Tylko tekst'], 'Only text'],
    ['menu.open', ['Otwórz'], ''],
  ])
  assert.deepEqual(addAndRemove(goI18nJsonV2, { context: 'menu.close', after: 'menu.open' }).at(-1), '"close": "neu"')
  assert.deepEqual(
    addAndRemove(goI18nJsonV2, { context: 'dogs', target: ['1', '2'], note: 'n', after: 'HelloWorld' }),
    ['"dogs": {', '"one": "1",', '"other": "2",', '"description": "n"', '},'],
  )
})

test('gotext lists messages with their sources', () => {
  assert.deepEqual(unitsOf(gotext), [
    ['Hello {City}!', ['Hallo {City}!'], ''],
    ['n-files', ['Noch eine Datei', 'Noch {N} Dateien'], 'Shown at the end'],
    ['Bye', [''], ''],
  ])
  assert.deepEqual(unitOf(read(gotext), 'Hello {City}!').flags, ['placeholders:{City}'])
  assert.deepEqual(addAndRemove(gotext, { context: 'New', after: 'Hello {City}!' }), [
    '"id": "New",',
    '"message": "New",',
    '"translation": "neu"',
    '},',
    '{',
  ])
  const added = { context: 'x', source: [], target: ['a', 'b'] }
  assert.throws(() => read(gotext).serialize({ add: [added] }), /gotext has to extract/)
})

test('Nextcloud has sources as keys, and lists as plurals', () => {
  const file = read(nextcloudJson)
  assert.deepEqual(unitOf(file, '_%n tree_::_%n trees_').source, ['%n tree', '%n trees'])
  assert.equal(file.plural?.count, 2)
  assert.deepEqual(addAndRemove(nextcloudJson, { context: '', source: ['New'], after: 'Hello' }), ['"New" : "neu",'])
  assert.equal(
    addAndRemove(nextcloudJson, { context: '', source: ['a', 'b'], target: ['1', '2'] }).at(-1),
    '"_a_::_b_" : ["1","2"]',
  )
  const plural = { count: 3, formula: 'n%10==1 ? 0 : n%10>=2 ? 1 : 2' }
  const created = nextcloudJson.parse(nextcloudJson.create({ language: 'cs', template: sample(nextcloudJson), plural }))
  assert.equal(created.plural?.count, 3)
  assert.deepEqual(unitOf(created, '_%n tree_::_%n trees_').target, ['', '', ''])
  const changed = created.serialize({ update: [{ id: '_%n tree_::_%n trees_', target: ['a', 'b', 'c'] }] })
  assert.deepEqual(unitOf(nextcloudJson.parse(changed), '_%n tree_::_%n trees_').target, ['a', 'b', 'c'])
})

test('comments of RESJSON stand beside their texts', () => {
  assert.deepEqual(unitsOf(resjson), [
    ['greeting', ['Hallo'], 'A welcome greeting.'],
    ['app.title', ['Tuin'], ''],
    ['farewell', ['Dag'], ''],
  ])
  assert.deepEqual(addAndRemove(resjson, { context: 'new', note: 'n', after: 'greeting' }), [
    '"new": "neu",',
    '"_new.comment": "n",',
  ])
})
