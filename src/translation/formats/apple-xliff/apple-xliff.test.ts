import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture } from '../testing.ts'
import { appleXliff } from '../xliff/xliff.ts'

const german = fixture(import.meta.dirname, 'de.xliff')

test('equal ids of several files stay apart', () => {
  const file = appleXliff.parse(german)
  assert.deepEqual(
    file.units.map(({ context, source, target }) => [context, source[0], target[0]]),
    [
      ['CFBundleName', 'Garden', 'Garten'],
      ['CFBundleName', 'Another', ''],
      ['%lld plants|==|plural.one', '%lld plant', '%lld Pflanze'],
      ['%lld plants|==|plural.other', '%lld plants', '%lld Pflanzen'],
    ],
  )
  const id = 'Garden/en.lproj/Localizable.strings\u0004CFBundleName'
  const changed = file.serialize({ update: [{ id, target: ['Anderes'] }] })
  assert.deepEqual(changedLines(german, changed), ['+        <target>Anderes</target>'])
})
