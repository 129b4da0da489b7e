import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { wxl } from './wxl.ts'

test('texts are content or attributes, as the file has them', () => {
  const old = fixture(import.meta.dirname, 'fr-fr.wxl')
  assert.equal(unitOf(wxl.parse(old), 'Title').note, 'Title of the setup')
  const now = fixture(import.meta.dirname, 'wix4-fr.wxl')
  for (const [bytes, expected] of [
    [old, '+  <String Id="New">a &lt; "b"</String>'],
    [now, '+  <String Id="New" Value="a &lt; &quot;b&quot;" />'],
  ] as const) {
    const file = wxl.parse(bytes)
    assert.equal(file.language, 'fr-fr')
    assert.equal(unitOf(file, 'Title').target[0], 'Jardin & fleurs')
    const added = file.serialize({ add: [{ context: 'New', source: [], target: ['a < "b"'], after: 'Title' }] })
    assert.deepEqual(changedLines(bytes, added), [expected])
    assert.deepEqual(Buffer.from(wxl.parse(added).serialize({ remove: ['New'] })), bytes)
    const created = Buffer.from(wxl.create({ language: 'pt_BR', template: bytes })).toString()
    assert.match(created, /Culture="pt-BR"/)
    assert.doesNotMatch(created, /<String/)
  }
})
