// Generates a realistic dump of any size: links, templates, categories and some words on every page.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

const WORDS = 'der Fluss entspringt im Norden und mündet nach langem Lauf bei der alten Stadt ins Meer'.split(' ')
const NAMESPACES = [
  [-2, 'Media'],
  [-1, 'Special'],
  [0, ''],
  [1, 'Talk'],
  [6, 'File'],
  [10, 'Template'],
  [14, 'Category'],
] as const

const head = `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="de">
  <siteinfo><sitename>Bench</sitename><dbname>bench</dbname><base>http://localhost/wiki/Page_0</base>
    <generator>MediaWiki 1.39.17</generator><case>first-letter</case><namespaces>
${NAMESPACES.map(([id, name]) => `      <namespace key="${id}" case="first-letter">${name}</namespace>`).join('\n')}
    </namespaces></siteinfo>\n`

/** A deterministic pseudorandom number. */
const chance = (seed: number, below: number): number => ((Math.imul(seed, 2654435761) >>> 0) ^ (seed << 3)) % below

function text(id: number, pages: number): string {
  const links = Array.from({ length: 8 }, (_, i) => `[[Page ${Math.abs(chance(id * 31 + i, pages))}]]`)
  const words = Array.from({ length: 120 }, (_, i) => WORDS[(id + i * 7) % WORDS.length])
  return `{{Box|number=${id}}}\n${words.join(' ')}\n${links.join(' and ')}\n* [https://example.org/${id} more]\n[[Category:Group ${id % 500}]]`
}

const page = (id: number, pages: number): string => `  <page><title>Page ${id}</title><ns>0</ns><id>${id + 1}</id>
    <revision><id>${id + 1}</id><timestamp>2026-01-01T00:00:00Z</timestamp>
      <contributor><username>User ${id % 1000}</username><id>${(id % 1000) + 1}</id></contributor>
      <comment>page ${id}</comment><model>wikitext</model><format>text/x-wiki</format>
      <text xml:space="preserve">${text(id, pages)}</text></revision></page>\n`

export async function generateDump(file: string, pages: number): Promise<void> {
  await pipeline(function* () {
    yield head
    for (let id = 0; id < pages; id++) yield page(id, pages)
    yield '</mediawiki>\n'
  }, createWriteStream(file))
}
