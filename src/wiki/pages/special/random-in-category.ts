import { NS } from '../../site/namespaces.ts'
import { parseTitle } from '../../site/titles.ts'
import { errorPage } from '../error-page.ts'
import type { Special } from '../page.ts'
import { askForTarget } from '../parts/target.ts'
import type { Visit } from '../visit.ts'

/** Members read at a time: the most that the API returns to everyone. */
const PORTION = 500
/** Bytes of a sort key that are interpolated; later ones hardly matter. */
const PRECISION = 12

/** A sort key between two others, in hexadecimal. `share` is from 0 to 1. */
export function keyBetween(first: string, last: string, share: number): string {
  // Sort keys of one category often begin alike, and only the bytes after that differ.
  let same = 0
  while (same < first.length && first.slice(same, same + 2) === last.slice(same, same + 2)) same += 2
  const number = (key: string): bigint =>
    BigInt(`0x${key.slice(same, same + 2 * PRECISION).padEnd(2 * PRECISION, '0')}`)
  const [from, to] = [number(first), number(last)]
  const SCALE = 2 ** 48
  const at = from + ((to - from) * BigInt(Math.floor(share * SCALE))) / BigInt(SCALE)
  // A key is smaller than the same one with zeros after it.
  return (
    first.slice(0, same) +
    at
      .toString(16)
      .padStart(2 * PRECISION, '0')
      .replace(/(?:00)+$/, '')
  )
}

/**
 * A random page of a category. In a large one, a random place in the alphabet comes first, then one of the pages after
 * it, so every page can be chosen without reading them all.
 */
async function chosenIn(visit: Visit, category: string): Promise<string | undefined> {
  const members = async (more: Readonly<Record<string, string | number>>) => {
    const fixed = { list: 'categorymembers', cmtitle: category, cmtype: 'page', cmprop: 'title|sortkey' } as const
    return (await visit.query({ ...fixed, cmlimit: PORTION, ...more })).categorymembers ?? []
  }
  const first = await members({})
  const [last] = first.length < PORTION ? [] : await members({ cmdir: 'desc', cmlimit: 1 })
  const start = last && keyBetween(first[0]?.sortkey ?? '', last.sortkey ?? '', Math.random())
  const some = start === undefined ? first : await members({ cmstarthexsortkey: start })
  return some[Math.floor(Math.random() * some.length)]?.title
}

/** `Special:RandomInCategory/Name`. */
export const randomInCategory: Special = {
  name: 'RandomInCategory',
  group: 'redirects',
  title: 'randomincategory',
  async show(visit, sub) {
    const { words, site } = visit
    const text = (visit.search.get('category') ?? visit.search.get('wpcategory') ?? sub).replaceAll('_', ' ').trim()
    const isCategory = (prefix: string) => site.namespaces.idOf(prefix.slice(0, -1)) === NS.category
    const bare = text.replace(/^[^:]*:/, prefix => (isCategory(prefix) ? '' : prefix))
    const title = parseTitle(site, text === '' ? '' : `${site.namespaces.nameOf(NS.category)}:${bare}`)
    const field = {
      kind: 'title',
      name: 'category',
      label: words.text('randomincategory-category'),
      value: text,
    } as const
    if (text === '' || 'invalid' in title)
      return askForTarget(visit, this.name, field, { title: words.text('randomincategory'), text })
    const chosen = await chosenIn(visit, visit.name(title))
    if (chosen === undefined)
      return errorPage(404, words.text('randomincategory'), words.text('randomincategory-nopages', text))
    return { go: visit.address(chosen), status: 302 }
  },
}
