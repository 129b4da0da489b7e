import { NS } from '../../site/namespaces.ts'
import { parseTitle } from '../../site/titles.ts'
import { errorPage } from '../error-page.ts'
import type { Outcome, Special } from '../page.ts'
import { askForTarget } from '../parts/target.ts'
import type { Visit } from '../visit.ts'

/** Namespace named in the subpage; by default the main namespace. */
function namespaceNamed(visit: Visit, sub: string): number {
  const id = visit.site.namespaces.idOf(sub.replaceAll('_', ' '))
  return id !== undefined && id >= 0 ? id : NS.main
}

/** Pages to request when some may not qualify. */
const HANDFUL = 20

async function someRandom(
  visit: Visit,
  sub: string,
  filterredir: 'nonredirects' | 'redirects',
  limit = 1,
): Promise<string[]> {
  const { random = [] } = await visit.query({
    list: 'random',
    rnnamespace: namespaceNamed(visit, sub),
    rnfilterredir: filterredir,
    rnlimit: limit,
  })
  return random.map(({ title }) => title)
}

function lead(visit: Visit, title: string | undefined, query: Readonly<Record<string, string>> = {}): Outcome {
  if (title === undefined) return errorPage(404, visit.words.text('randompage'), visit.words.text('randompage-nopages'))
  return { go: visit.address(title, query), status: 302 }
}

export const randomPage: Special = {
  name: 'Randompage',
  group: 'redirects',
  title: 'randompage',
  show: async (visit, sub) => lead(visit, (await someRandom(visit, sub, 'nonredirects'))[0]),
}

export const randomRedirect: Special = {
  name: 'Randomredirect',
  group: 'redirects',
  title: 'randomredirect',
  show: async (visit, sub) => lead(visit, (await someRandom(visit, sub, 'redirects'))[0], { redirect: 'no' }),
}

/** `Special:RandomRootPage`: a random page that is not a subpage. */
export const randomRootPage: Special = {
  name: 'Randomrootpage',
  group: 'redirects',
  title: 'randomrootpage',
  async show(visit, sub) {
    const some = await someRandom(visit, sub, 'nonredirects', HANDFUL)
    const isRoot = (title: string) =>
      !visit.site.namespaces.hasSubpages(namespaceNamed(visit, sub)) || !title.includes('/')
    const match = some.find(isRoot)
    const above = some[0]?.split('/')[0]
    return lead(visit, match ?? above)
  },
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
    const { categorymembers = [] } = await visit.query({
      list: 'categorymembers',
      cmtitle: visit.name(title),
      cmtype: 'page',
      cmlimit: 500,
      cmsort: 'timestamp',
    })
    const chosen = categorymembers[Math.floor(Math.random() * categorymembers.length)]
    if (chosen?.title === undefined)
      return errorPage(404, words.text('randomincategory'), words.text('randomincategory-nopages', text))
    return { go: visit.address(chosen.title), status: 302 }
  },
}
