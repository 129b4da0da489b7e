import { type Html, html } from '#html/html.ts'
import type { Doc, Indexed, Library } from './library.ts'

export const LONGEST = 200
const MOST_WORDS = 10
const SHOWN = 40
const AROUND = 90

export interface Hit {
  readonly doc: Doc
  readonly id: string
  readonly heading: string
  readonly extract: Html
}

export interface Hits {
  readonly total: number
  readonly best: readonly Hit[]
}

export const wordsOf = (query: string): string[] => [
  ...new Set(query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)),
]

/** Sections that contain all words, with heading matches first. */
export async function search(library: Library, query: string): Promise<Hits> {
  const words = wordsOf(query)
  if (words.length === 0) return { total: 0, best: [] }
  const matches = (await library.index())
    .map(each => ({ ...each, score: scoreOf(each, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const best = matches.slice(0, SHOWN).map(({ doc, section }) => ({
    doc,
    id: section.id,
    heading: section.heading,
    extract: extractOf(section.text, words),
  }))
  return { total: matches.length, best }
}

/** Score: page title, then heading, then number of occurrences. */
function scoreOf({ doc, section }: Indexed, words: readonly string[]): number {
  const [title, heading, text] = [doc.title, section.heading, section.text].map(each => each.toLowerCase()) as [
    string,
    string,
    string,
  ]
  let score = doc.file === null ? 0 : 2
  for (const word of words) {
    const times = Math.min(text.split(word).length - 1, 5)
    const inHeading = heading === word ? 60 : heading.includes(word) ? 20 : 0
    const inTitle = title.includes(word) ? 5 : 0
    // A match in the page title alone would return all its sections.
    if (times === 0 && inHeading === 0) return 0
    score += times + inHeading + inTitle
  }
  return score + (heading === words.join(' ') ? 40 : 0)
}

/** Excerpt around the first match, with highlights. */
function extractOf(text: string, words: readonly string[]): Html {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const lower = line.toLowerCase()
  const at = Math.max(0, Math.min(...words.map(word => lower.indexOf(word)).filter(place => place >= 0), line.length))
  const begin = at <= AROUND || at === line.length ? 0 : line.lastIndexOf(' ', at - AROUND) + 1
  const cut = line.slice(begin, begin + 2.5 * AROUND)
  const pattern = words.map(word => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const pieces = cut.split(new RegExp(`(${pattern})`, 'gi'))
  const end = begin + cut.length < line.length
  return html`${begin > 0 && '… '}${pieces.map((piece, place) =>
    place % 2 === 1 ? html`<mark>${piece}</mark>` : piece,
  )}${end && ' …'}`
}
