import { lowerCase, upperCase } from '../../site/letter-case.ts'
import { parseTitle } from '../../site/titles.ts'
import type { Wiki } from '../../wiki.ts'
import { pagesByName } from '../pages.ts'
import type { FoundPage } from './find-pages.ts'

/** The page a title refers to, ignoring case, in any namespace, like the search box's "go". */
export async function nearMatch(
  wiki: Pick<Wiki, 'db' | 'site'>,
  text: string,
): Promise<{ readonly pages: FoundPage[]; readonly total: number }> {
  const words = (change: (word: string) => string) => text.replace(/[^\s_]+/g, change)
  const capital = (word: string) => upperCase(word[0] ?? '') + word.slice(1)
  const spellings = [text, lowerCase(text), words(word => capital(lowerCase(word))), upperCase(text), words(capital)]
  for (const spelling of new Set(spellings)) {
    const title = parseTitle(wiki.site, spelling)
    if ('invalid' in title || title.interwiki !== '' || title.ns < 0) continue
    const [page] = await pagesByName(wiki.db, [{ ns: title.ns, title: title.dbkey }])
    if (page) return { pages: [page], total: 1 }
  }
  return { pages: [], total: 0 }
}
