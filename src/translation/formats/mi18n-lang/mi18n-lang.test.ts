import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mi18nLang } from '../properties/properties.ts'
import { changedLines, fixture } from '../testing.ts'

const czech = fixture(import.meta.dirname, 'editor-cs.lang')

test('characters beyond ASCII are written as they are', () => {
  const file = mi18nLang.parse(czech)
  assert.equal(file.units[2]!.target[0], 'Opravdu odstranit {field}?')
  const changed = file.serialize({ update: [{ id: 'addOption', target: ['Přidat ž'] }] })
  assert.deepEqual(changedLines(czech, changed), ['-addOption = Přidat možnost +', '+addOption = Přidat ž'])
  const plain = mi18nLang.parse(Buffer.from('a = b\n')).serialize({ update: [{ id: 'a', target: ['ž'] }] })
  assert.equal(Buffer.from(plain).toString(), 'a = ž\n')
})
