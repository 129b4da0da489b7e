// Generates the dump of a wiki that is as uneven as real ones: few words, targets, categories and authors are very
// common, and most are rare. Titles and texts are in several scripts; some pages have long histories.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

const NAMESPACES = [
  [-2, 'Media'],
  [-1, 'Special'],
  [0, ''],
  [1, 'Talk'],
  [2, 'User'],
  [3, 'User talk'],
  [6, 'File'],
  [10, 'Template'],
  [14, 'Category'],
] as const

const head = `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo><sitename>Growth</sitename><dbname>growth</dbname><base>http://localhost/wiki/Main_Page</base>
    <generator>MediaWiki 1.39.17</generator><case>first-letter</case><namespaces>
${NAMESPACES.map(([id, name]) => `      <namespace key="${id}" case="first-letter">${name}</namespace>`).join('\n')}
    </namespaces></siteinfo>\n`

/** Syllables by script. A word takes two to four of one script. */
const SYLLABLES = [
  'ra ne lo vi ta mer san qu el dor ti ka bur ost ley win gra po shi mon'.split(' '),
  'ba lu ke no ri fa ce ju hol ten vas mir ul dra pe so gi tro an bel'.split(' '),
  'ма ре ло ви та кон сан бор ель дор ти ка бур ост лей вин гра по ши мон'.split(' '),
  'مر كا لو بي تا سن دو نا را شم'.split(' '),
  'का मे लो वि ता सन दो ना रा शि'.split(' '),
] as const
const CHINESE = [...'山水火木金土日月星海河江城市州国人中大小上下东西南北']

/** A deterministic sequence of pseudorandom numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A number below `n`, with a frequency roughly proportional to 1/(number + 1). */
export const zipf = (random: () => number, n: number): number => Math.min(n - 1, Math.floor((n + 1) ** random()) - 1)

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

function vocabulary(size: number): string[] {
  const random = randomNumbers(1)
  const words = new Set<string>()
  while (words.size < size) {
    const script = Math.floor(random() * 10)
    const syllables = SYLLABLES[script < 7 ? script % 2 : script === 9 ? 3 + Math.floor(random() * 2) : 2]!
    const length = 2 + Math.floor(random() * 3)
    const isChinese = random() < 0.05
    words.add(Array.from({ length }, () => pick(random, isChinese ? CHINESE : syllables)).join(''))
  }
  return [...words]
}

export const WORDS = vocabulary(60_000)
/** Words that the benchmark searches: by rank, from the most common to a rare one. */
export const searchedWords = { common: WORDS[0]!, second: WORDS[1]!, middle: WORDS[300]!, rare: WORDS[40_000]! }

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The title of a page, always the same for its number. */
export function titleOf(id: number): string {
  if (id % 20 === 7) return `User:Author ${id}`
  if (id % 20 === 9) return `Talk:${titleOf(id - 1)}`
  const random = randomNumbers(id + 7)
  const words = Array.from({ length: 1 + Math.floor(random() * 3) }, () => WORDS[zipf(random, WORDS.length)]!)
  return `${capital(words.join(' '))} ${id.toString(36)}`
}

function textOf(id: number, pages: number, random: () => number): string {
  if (id % 20 === 11) return `#REDIRECT [[${titleOf(zipf(random, pages))}]]`
  // Most pages are short, a few are very long.
  const length = Math.min(2000, Math.floor(14 / (random() + 0.01)))
  const words = Array.from({ length }, () => WORDS[zipf(random, WORDS.length)]!)
  const links = Array.from({ length: 2 + zipf(random, 20) }, () => `[[${titleOf(zipf(random, pages))}]]`)
  const categories = Array.from({ length: 1 + zipf(random, 4) }, () => `[[Category:Group ${zipf(random, 2000)}]]`)
  const box = id % 3 === 0 ? `{{Box ${zipf(random, 200)}|number=${id}}}\n` : ''
  const outside = id % 5 === 0 ? `\n* [https://site${zipf(random, 500)}.example/${id} more]` : ''
  return `${box}${words.join(' ')}.\n\n${links.join(' ')}${outside}\n${categories.join('\n')}`
}

const revision = (id: number, at: number, author: number, text: string): string =>
  `    <revision><id>${id}</id><timestamp>${new Date(at * 1000).toISOString().slice(0, 19)}Z</timestamp>
      <contributor><username>Author ${author}</username><id>${author + 1}</id></contributor>
      <comment>edit ${id % 97}</comment><model>wikitext</model><format>text/x-wiki</format>
      <text xml:space="preserve">${text}</text></revision>\n`

const BEGAN = Date.UTC(2010, 0, 1) / 1000
/** Seconds between two edits. */
const PACE = 60

/** Writes a dump of about this many pages. */
export async function generateWiki(file: string, pages: number): Promise<void> {
  const random = randomNumbers(pages)
  let revisions = 0
  const pageOf = (id: number, title: string, text: string, history: number): string => {
    const ns = NAMESPACES.find(([, name]) => name !== '' && title.startsWith(`${name}:`))?.[0] ?? 0
    const edits = Array.from({ length: history }, (_, at) => {
      revisions++
      const before = at < history - 1 ? text.slice(0, Math.ceil((text.length * (at + 1)) / (history + 1))) : text
      return revision(revisions, BEGAN + revisions * PACE, zipf(random, 20_000), before)
    })
    return `  <page><title>${title}</title><ns>${ns}</ns><id>${id + 1}</id>\n${edits.join('')}  </page>\n`
  }
  await pipeline(function* () {
    yield head
    for (let id = 0; id < pages; id++) {
      const history = id % 1000 === 0 ? 200 : 1 + zipf(random, 3)
      yield pageOf(id, titleOf(id), textOf(id, pages, random), history)
    }
    for (let group = 0; group < 200; group++) {
      yield pageOf(pages + group, `Category:Group ${group}`, `[[Category:Group ${group * 7}]]`, 1)
      yield pageOf(pages + 200 + group, `Template:Box ${group}`, `'''{{{number}}}''' [[${titleOf(group)}]]`, 1)
    }
    yield '</mediawiki>\n'
  }, createWriteStream(file))
}
