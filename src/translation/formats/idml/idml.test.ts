import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { detectFormat } from '../index.ts'
import { fixture, unitOf } from '../testing.ts'
import { readZipSync } from '../zip/read-zip.ts'
import { idml } from './idml.ts'

const guide = fixture(import.meta.dirname, 'guide.idml')
const template = idml.parse(guide)
const storyOf = (bytes: Uint8Array) =>
  Buffer.from(
    readZipSync(bytes, name => name === 'Stories/Story_u1.xml', { maxFiles: 10, maxBytes: 100_000 }).get(
      'Stories/Story_u1.xml',
    )!,
  ).toString()
const idOf = (start: string) => template.units.find(({ target }) => target[0]!.startsWith(start))!.id

test('paragraphs are strings, with formatting and special characters as tags', () => {
  assert.deepEqual(
    template.units.map(({ target }) => target[0]),
    [
      'Garden & tools',
      'Take a <g id="1">sharp</g> spade.',
      'Water the beds, see page <x id="1"/>.',
      '<g id="1">Our site</g> has more.',
      'Three rows',
    ],
  )
})

test('a changed paragraph keeps its formatting and those around it', () => {
  const translation = idml.parse(guide, { template })
  const id = idOf('Water')
  const changed = translation.serialize({ update: [{ id, target: ['Strana <x id="1"/>: zalij'] }] })
  const story = storyOf(changed)
  const range = '<CharacterStyleRange AppliedCharacterStyle="CharacterStyle/None">'
  assert.ok(
    story.includes(
      '<Br/></CharacterStyleRange>' +
        `${range}<Content>Strana </Content></CharacterStyleRange>` +
        `${range}<Content><?ACE 18?></Content></CharacterStyleRange>` +
        `${range}<Content>: zalij</Content></CharacterStyleRange>${range}<Br/>`,
    ),
    story,
  )
  assert.ok(story.includes('<Content> spade.</Content>\n\t\t\t\t<Br/>'))
  const again = idml.parse(changed, { template })
  assert.deepEqual(unitOf(again, id).target, ['Strana <x id="1"/>: zalij'])
  assert.deepEqual(unitOf(again, idOf('Take')).target, [''])
})

test('all paragraphs of a range can change', () => {
  const update = template.units.map(({ id, target }) => ({ id, target: [target[0]!.replace(/[a-z]+/gi, 'Z')] }))
  const sane = update.filter(({ target }) => !target[0]!.includes('<'))
  const again = idml.parse(idml.parse(guide, { template }).serialize({ update: sane }), { template })
  for (const { id, target } of sane) assert.deepEqual(unitOf(again, id).target, target)
})

test('other archives are rejected', () => {
  assert.equal(detectFormat('guide.idml', guide), 'idml')
  assert.throws(() => idml.parse(fixture(path.join(import.meta.dirname, '../docx'), 'guide.docx')), /designmap.xml/)
})
