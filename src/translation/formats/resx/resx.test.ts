import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMonolingual } from '../monolingual.ts'
import { changedLines, fixture } from '../testing.ts'
import { resx } from './resx.ts'

const finnish = fixture(import.meta.dirname, 'Resources.fi.resx')

test('texts are read with their comments, other resources are not', () => {
  assert.deepEqual(
    resx.parse(finnish).units.map(({ id, target, note }) => [id, target[0], note]),
    [
      ['Title', 'Puutarha & <piha>', 'Title of the window'],
      ['Long', 'Ensimmäinen rivi\ntoinen "rivi"', ''],
      ['Empty', '', ''],
    ],
  )
})

test('a change touches its value', () => {
  const changed = resx.parse(finnish).serialize({ update: [{ id: 'Empty', target: ['<b> & c'] }] })
  assert.deepEqual(changedLines(finnish, changed), ['-    <value />', '+    <value>&lt;b&gt; &amp; c</value>'])
})

test('units are added with comments and removed again', () => {
  const add = [{ context: 'New', source: [], target: ['Uusi'], note: 'fresh', after: 'Title' }]
  const added = resx.parse(finnish).serialize({ add })
  assert.deepEqual(changedLines(finnish, added), [
    '+  <data name="New" xml:space="preserve">',
    '+    <value>Uusi</value>',
    '+    <comment>fresh</comment>',
    '+  </data>',
  ])
  assert.deepEqual(Buffer.from(resx.parse(added).serialize({ remove: ['New'] })), finnish)
})

test('a new language keeps the headers of the template', async () => {
  const created = resx.create({ language: 'sv', template: finnish })
  assert.equal(
    Buffer.from(created).toString(),
    '<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <!-- Microsoft ResX Schema -->\n  <resheader name="version">\n    <value>2.0</value>\n  </resheader>\n</root>\n',
  )
  const file = await openMonolingual(resx, created, resx.parse(finnish))
  const written = file.serialize({ update: [{ id: 'Long', target: ['Lång'] }] })
  assert.deepEqual(changedLines(created, written), [
    '+  <data name="Long" xml:space="preserve">',
    '+    <value>Lång</value>',
    '+  </data>',
  ])
})
