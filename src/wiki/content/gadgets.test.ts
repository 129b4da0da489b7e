import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoaded, isOn, parseGadgets } from './gadgets.ts'

test('reads definitions with sections, options and pages', () => {
  const [calm, tool, bare, ...rest] = parseGadgets(`Some words.
== reading ==
* Calm[ResourceLoader|default|rights=edit,patrol|namespaces=0,4]|Calm.css|more colours.css
<!-- * Hidden|Hidden.css -->
==editing==
* tool [ ResourceLoader | type=general | hidden ] | tool.js | tool.css | data.json
* bare|bare.css
* no pages
*|x.css`)
  assert.deepEqual(calm, {
    name: 'Calm',
    section: 'reading',
    styles: ['Gadget-Calm.css', 'Gadget-more_colours.css'],
    scripts: [],
    isDefault: true,
    isHidden: false,
    rights: ['edit', 'patrol'],
    namespaces: [0, 4],
    actions: [],
  })
  assert.deepEqual(
    [tool?.section, tool?.isHidden, tool?.scripts],
    ['editing', true, ['Gadget-tool.js', 'Gadget-data.json']],
  )
  assert.deepEqual(
    [calm, tool, bare].map(gadget => isLoaded(gadget!)),
    [true, false, true],
  )
  assert.deepEqual(rest, [])
})

test('a preference overrides the default', () => {
  const [on, off] = parseGadgets('* on[default]|a.css\n* off|b.css')
  const options = (value?: string) =>
    new Map(
      value === undefined
        ? []
        : [
            ['gadget-on', value],
            ['gadget-off', value],
          ],
    )
  assert.deepEqual([isOn(on!, options()), isOn(off!, options())], [true, false])
  assert.deepEqual([isOn(on!, options('0')), isOn(off!, options('1'))], [false, true])
})

test('ends for hostile definitions', () => {
  const lines = [
    '*'.repeat(50_000),
    `* a${' '.repeat(50_000)}`,
    `* a[${'|'.repeat(50_000)}`,
    `== ${'='.repeat(50_000)}`,
  ]
  assert.deepEqual(parseGadgets(lines.join('\n')), [])
  assert.equal(parseGadgets(Array.from({ length: 2000 }, (_, i) => `* g${i}x|a.css`).join('\n')).length, 500)
})
