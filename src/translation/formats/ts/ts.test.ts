import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { ts } from './ts.ts'

const garden = fixture(import.meta.dirname, 'garden-lv.ts.xml')

function change(id: string, target: string[] | undefined, fuzzy?: boolean): string[] {
  return changedLines(garden, ts.parse(garden).serialize({ update: [{ id, target, fuzzy }] }))
}

test('messages carry context, places, states and notes', () => {
  const file = ts.parse(garden)
  assert.deepEqual([file.language, file.sourceLanguage], ['lv', 'en'])
  const open = unitOf(file, 'MainWindow\u0004&Open the "shed"')
  assert.deepEqual([open.context, open.target[0], open.location], ['MainWindow', '&Atvērt "šķūni"', 'main.cpp:10'])
  const plants = unitOf(file, 'MainWindow\u0004%n plant(s)')
  assert.deepEqual(plants.source, ['%n plant', '%n plants'])
  assert.deepEqual(plants.target, ['%n augs', '%n augi', '%n augu'])
  assert.deepEqual([plants.note, plants.location], ['shown in the status bar\nchecked', 'main.cpp:17'])
  assert.equal(unitOf(file, 'MainWindow\u0004Plant\u0004verb').fuzzy, true)
  const noun = unitOf(file, 'MainWindow\u0004Plant\u0004noun')
  assert.deepEqual([noun.fuzzy, noun.context, noun.previousSource], [false, 'MainWindow | noun', ['A plant']])
  const bell = file.units.at(-1)!
  assert.deepEqual([bell.obsolete, bell.target[0]], [true, 'Zvans \x07'])
})

test('a translation that is finished loses its mark, one that is not gains it', () => {
  assert.deepEqual(change('MainWindow\u0004Plant\u0004noun', ["Augs 'x'\x1b"]), [
    '-        <translation type="unfinished"></translation>',
    '+        <translation>Augs &apos;x&apos;<byte value="x1b"/></translation>',
  ])
  assert.deepEqual(change('MainWindow\u0004Plant\u0004verb', undefined, false), [
    '-        <translation type="unfinished">Stādīt</translation>',
    '+        <translation>Stādīt</translation>',
  ])
  assert.deepEqual(change('MainWindow\u0004%n plant(s)', ['%n augs', '%n augi', '%n stādu'], true), [
    '-        <translation>',
    '-            <numerusform>%n augu</numerusform>',
    '+        <translation type="unfinished">',
    '+            <numerusform>%n stādu</numerusform>',
  ])
})

test('messages are added to their context, which is made if need be', () => {
  const added = ts.parse(garden).serialize({
    add: [
      { context: 'Empty', source: ['Soil'], target: ['Augsne'] },
      { context: 'Shed', source: ['%n tool', '%n tools'], target: ['', '', ''], note: 'count' },
    ],
  })
  assert.deepEqual(changedLines(garden, added), [
    '+    <message>',
    '+        <source>Soil</source>',
    '+        <translation>Augsne</translation>',
    '+    </message>',
    '+<context>',
    '+    <name>Shed</name>',
    '+    <message numerus="yes">',
    '+        <source>%n tools</source>',
    '+        <extracomment>count</extracomment>',
    '+        <translation type="unfinished">',
    '+            <numerusform></numerusform>',
    '+            <numerusform></numerusform>',
    '+            <numerusform></numerusform>',
    '+        </translation>',
    '+    </message>',
    '+</context>',
  ])
  assert.deepEqual(changedLines(garden, ts.parse(added).serialize({ remove: ['Empty\u0004Soil'] })).length, 12)
})

test('a new language has all messages, unfinished, with its number of plural forms', () => {
  const created = ts.parse(ts.create({ language: 'ja', template: garden, plural: { count: 1 } }), {
    plural: { count: 1 },
  })
  assert.equal(created.language, 'ja')
  assert.equal(created.units.length, 4)
  assert.ok(created.units.every(unit => unit.target.length === 1 && unit.target[0] === '' && !unit.fuzzy))
  const empty = ts.create({ language: 'de', sourceLanguage: 'en' })
  const filled = ts.parse(empty).serialize({ add: [{ context: 'A', source: ['Tree'], target: ['Baum'] }] })
  assert.deepEqual(ts.parse(filled).units[0]!.target, ['Baum'])
})

test('document types that declare entities are refused', () => {
  assert.throws(() => ts.parse(Buffer.from('<!DOCTYPE TS [<!ENTITY a "b">]><TS/>')), /DOCTYPE/)
  assert.deepEqual(ts.parse(Buffer.from('<!DOCTYPE TS SYSTEM "http://example.org/x.dtd"><TS/>')).units, [])
  assert.throws(() => ts.parse(Buffer.from('const a: number = 1\n')), /not well-formed XML/)
})
