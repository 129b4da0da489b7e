import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FormatError } from '../format-error.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { xliff } from './xliff.ts'

const garden = fixture(import.meta.dirname, 'garden-ta.xlf')

function change(id: string, target: string | undefined, more: { fuzzy?: boolean; approved?: boolean } = {}): string[] {
  const update = [{ id, target: target === undefined ? undefined : [target], ...more }]
  return changedLines(garden, xliff.parse(garden).serialize({ update }))
}

test('units carry states, notes, places, limits and mark-up', () => {
  const file = xliff.parse(garden)
  assert.deepEqual([file.sourceLanguage, file.language], ['en', 'ta'])
  const welcome = unitOf(file, 'garden.html\u0004welcome')
  assert.equal(welcome.context, 'page.welcome')
  assert.deepEqual([welcome.source, welcome.target], [['Welcome & enjoy'], ['வருக & மகிழ்க']])
  assert.equal(welcome.approved, true)
  assert.equal(welcome.note, 'Start page\nKeep it short')
  assert.equal(welcome.location, 'src/page.html:12')
  assert.equal(unitOf(file, 'spade').fuzzy, true)
  assert.deepEqual(unitOf(file, 'spade').flags, ['max-length:20'])
  assert.deepEqual(unitOf(file, 'rake').source, ['Rake the <g id="1">leaves</g><x id="2"/>'])
  assert.equal(unitOf(file, 'brand').readonly, true)
  assert.deepEqual(unitOf(file, 'cdata').target, ['<b>தடித்த</b> & மேலும்'])
  assert.deepEqual(unitOf(file, 'cdata').previousSource, ['Bold'])
  assert.deepEqual(unitOf(file, 'shed.html\u0004welcome').source, ['Mind the step'])
})

test('a new target is inserted after its source', () => {
  const markup = 'பெருக்கு <g id="1">இலைகள்</g><x id="2"/>'
  assert.deepEqual(change('rake', markup), [`+          <target>${markup}</target>`])
  assert.deepEqual(change('rake', 'a < b'), ['+          <target>a &lt; b</target>'])
  assert.deepEqual(change('empty', 'மண்'), [
    '-      <trans-unit id="empty"><source>Soil</source><target/></trans-unit>',
    '+      <trans-unit id="empty"><source>Soil</source><target>மண்</target></trans-unit>',
  ])
})

test('states follow the state of a translation', () => {
  assert.deepEqual(change('spade', undefined, { fuzzy: false }), [
    '-          <target state="needs-review-translation">மண்வெட்டி</target>',
    '+          <target state="translated">மண்வெட்டி</target>',
  ])
  assert.deepEqual(change('garden.html\u0004welcome', 'வருக', { fuzzy: true }), [
    '-      <trans-unit id="welcome" resname="page.welcome" approved="yes">',
    '-        <target state="final">வருக &amp; மகிழ்க</target>',
    '+      <trans-unit id="welcome" resname="page.welcome" approved="no">',
    '+        <target state="needs-translation">வருக</target>',
  ])
  assert.deepEqual(change('shed.html\u0004welcome', undefined, { approved: true }), [
    '-      <trans-unit id="welcome">',
    '+      <trans-unit id="welcome" approved="yes">',
  ])
})

test('units are added and removed with their lines', () => {
  const added = xliff.parse(garden).serialize({
    add: [{ context: 'hoe', source: ['Hoe <'], target: ['கொத்து'], note: 'a tool', fuzzy: true }],
  })
  assert.deepEqual(changedLines(garden, added), [
    '+      <trans-unit id="hoe">',
    '+        <source>Hoe &lt;</source>',
    '+        <target state="needs-translation">கொத்து</target>',
    '+        <note>a tool</note>',
    '+      </trans-unit>',
  ])
  assert.deepEqual(Buffer.from(xliff.parse(added).serialize({ remove: ['hoe'] })), garden)
})

test('a new language has all units, without targets and approvals', () => {
  const created = xliff.parse(xliff.create({ language: 'si', template: garden }))
  assert.equal(created.language, 'si')
  assert.equal(created.units.length, 7)
  assert.ok(created.units.every(unit => unit.target[0] === '' && !unit.approved && !unit.fuzzy))
  const empty = xliff.create({ language: 'de' })
  const filled = xliff.parse(empty).serialize({ add: [{ context: '', source: ['Tree'], target: ['Baum'] }] })
  assert.deepEqual(xliff.parse(filled).units[0]!.target, ['Baum'])
  assert.deepEqual(changedLines(empty, filled), [
    '+      <trans-unit id="1">',
    '+        <source>Tree</source>',
    '+        <target>Baum</target>',
    '+      </trans-unit>',
  ])
})

test('a text outside the declared encoding converts the file to UTF-8', () => {
  const file = xliff.parse(fixture(import.meta.dirname, 'latin1-crlf-fr.xlf'))
  assert.deepEqual(unitOf(file, '1').target, ['Été'])
  const written = file.serialize({ update: [{ id: '1', target: ['夏'] }] })
  assert.match(Buffer.from(written).toString(), /encoding='UTF-8'/)
  assert.deepEqual(unitOf(xliff.parse(written), '1').target, ['夏'])
})

test('hostile and broken files are refused with a reason', () => {
  const laughs = '<?xml version="1.0"?>\n<!DOCTYPE xliff [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<xliff>&b;</xliff>'
  const cases: [string, number | undefined, RegExp][] = [
    [laughs, 2, /DOCTYPE/],
    ['<xliff><file>&nbsp;</file></xliff>', 1, /not well-formed XML/],
    ['<xliff><file></xliff>', 1, /not well-formed XML/],
    ['<a>'.repeat(5000), 1, /nested deeper/],
    ['<resources/>', 1, /expected <xliff>/],
    ['<xliff version="2.0"/>', 1, /XLIFF 2.0 is not supported/],
    ['<xliff><file><body><trans-unit id="a"/></body></file></xliff>', 1, /no <source>/],
    ['', 1, /not well-formed|expected <xliff>/],
  ]
  for (const [text, line, reason] of cases) {
    assert.throws(
      () => xliff.parse(Buffer.from(text)),
      (error: unknown) => error instanceof FormatError && error.line === line && reason.test(error.reason),
      text.slice(0, 80),
    )
  }
  assert.throws(() => xliff.parse(garden).serialize({ update: [{ id: 'spade', target: ['\x01'] }] }), /U\+0001/)
})
