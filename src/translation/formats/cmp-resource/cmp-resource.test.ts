import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { cmpResource, mokoResource } from '../aresource/aresource.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'

const french = fixture(import.meta.dirname, 'strings.xml')
const moko = fixture(path.join(import.meta.dirname, '../moko-resource'), 'plurals.xml')

test('Compose reads quotes and white space literally', () => {
  const file = cmpResource.parse(french, { language: 'fr' })
  assert.equal(unitOf(file, 'title').target[0], `L'application "Jardin"`)
  assert.equal(unitOf(file, 'lines').target[0], 'Un\ndeux \\ & trois')
  const changed = file.serialize({ update: [{ id: 'lines', target: [`it's "x"\n@ \\ <b>`] }] })
  assert.deepEqual(changedLines(french, changed), [
    '-    <string name="lines">Un\\ndeux \\\\ &amp; trois</string>',
    `+    <string name="lines">it's "x"\\n@ \\\\ &lt;b&gt;</string>`,
  ])
})

test('Moko has its own element for plurals', () => {
  const file = mokoResource.parse(moko, { language: 'fr', plural: { count: 2, formula: 'n > 1' } })
  assert.deepEqual(unitOf(file, 'plurals/plants').target, ['%d plante', '%d plantes'])
  const added = file.serialize({
    add: [{ context: 'trees', source: [], target: ['un', 'deux'], after: 'plurals/plants' }],
  })
  assert.deepEqual(changedLines(moko, added), [
    '+    <plural name="trees">',
    '+        <item quantity="one">un</item>',
    '+        <item quantity="other">deux</item>',
    '+    </plural>',
  ])
  assert.deepEqual(Buffer.from(mokoResource.parse(added).serialize({ remove: ['plurals/trees'] })), moko)
})
