import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import { LinkPacker, type PackedLinks, TargetIds } from './packed-links.ts'

const harvestOf = (...links: string[]): Harvest => ({
  links: links.map(dbkey => ({ ns: 0, dbkey })),
  templates: [{ ns: 10, dbkey: 'Note' }],
  images: ['Map.png'],
  externalLinks: [],
  interwikiLinks: [],
  languageLinks: [],
  categories: [],
  redirect: null,
  properties: {},
  usesInvoke: 0,
})

/** The names as received. */
class Unpacker {
  readonly #ids = new TargetIds()
  readonly #names: string[] = []

  async names(packed: PackedLinks): Promise<string[]> {
    await this.#ids.take(packed, async names => names.map(({ ns, title }) => this.#names.push(`${ns}:${title}`) - 1))
    return [...packed.targets].map(number => this.#names[this.#ids.idOf(number)]!)
  }
}

test('transfers each name only once', async () => {
  const packer = new LinkPacker(['pagelinks', 'templatelinks', 'imagelinks'])
  const unpacker = new Unpacker()
  const first = packer.pack([harvestOf('Mars', 'Venus')])
  assert.deepEqual(first.titles, ['Mars', 'Venus', 'Note', 'Map.png'])
  assert.deepEqual(await unpacker.names(first), ['0:Mars', '0:Venus', '10:Note', '6:Map.png'])
  const second = packer.pack([harvestOf('Venus'), harvestOf('Moon')])
  assert.deepEqual(second.titles, ['Moon'])
  assert.deepEqual([...second.counts], [1, 1, 1, 1, 1, 1])
  const expected = ['0:Venus', '10:Note', '6:Map.png', '0:Moon', '10:Note', '6:Map.png']
  assert.deepEqual(await unpacker.names(second), expected)
})

test('leaves out unrequested links', () => {
  const { titles, counts } = new LinkPacker(['templatelinks']).pack([harvestOf('Mars')])
  assert.deepEqual(titles, ['Note'])
  assert.deepEqual([...counts], [0, 1, 0])
})

test('still transfers names after numbering restarts', async () => {
  const packer = new LinkPacker(['pagelinks'])
  const unpacker = new Unpacker()
  const many = Array.from({ length: 100_001 }, (_, index) => `Page_${index}`)
  await unpacker.names(packer.pack([harvestOf(...many)]))
  const next = packer.pack([harvestOf('Page_7', 'Other')])
  assert.equal(next.first, 0)
  assert.deepEqual(await unpacker.names(next), ['0:Page_7', '0:Other'])
})
