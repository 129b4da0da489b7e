import { NS } from '../../site/namespaces.ts'
import { errorPage } from '../error-page.ts'
import type { Outcome, Special } from '../page.ts'
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
