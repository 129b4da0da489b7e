import type { ConsistencyCheck } from '#accounts/consistency.ts'
import type { Part } from '#accounts/services.ts'
import { type Clock, seconds } from '#store/clock.ts'
import { actionApi } from './actions/index.ts'
import { mountActionApi } from './api/plugin.ts'
import { countAccount } from './content/site-counts.ts'
import { handleRefreshing } from './editing/refresh-pages.ts'
import { fileRoutes } from './files/routes.ts'
import { Thumbnails } from './files/thumbnails.ts'
import { unfinishedImports } from './import/unfinished.ts'
import { loadSite, openWiki } from './open-wiki.ts'
import { scheduleLists } from './query/families/query-pages/refresh-job.ts'
import { readingRoutes } from './reading/routes.ts'

/** What only a check needs is loaded only then. */
const countersCheck = (clock: Clock): ConsistencyCheck => ({
  name: 'wiki counters',
  async run(store) {
    const { checkCounters } = await import('./editing/check-counters.ts')
    return checkCounters(store.read, await loadSite(store.read, ''), seconds(clock))
  },
  async fix(store) {
    const { mendCounters } = await import('./editing/check-counters.ts')
    const site = await loadSite(store.read, '')
    await store.transaction(tx => mendCounters(tx, site, seconds(clock)))
  },
})

const orderCheck: ConsistencyCheck = {
  name: 'order of changes',
  run: async store => (await import('./editing/check-order.ts')).checkOrder(store.read),
}

/** The wiki's share of the server. */
export const wikiPart: Part = {
  name: 'wiki',
  async register(services) {
    await scheduleLists(services)
    handleRefreshing(services)
    services.hooks.onAccountCreated(countAccount)
    services.checks.push(unfinishedImports, countersCheck(services.clock), orderCheck)
    services.derived.push({
      name: 'search',
      rebuild: async own => (await import('./content/rebuild-search.ts')).rebuildSearch(own.store),
    })
    services.samples.push({
      name: 'wiki',
      // The importer is loaded only when there is something to import.
      install: async (own, admin) => (await import('./sample/sample.ts')).wikiSample.install(own, admin),
    })
  },
  async routes(app, services) {
    const wiki = await openWiki(services)
    await mountActionApi(app, wiki, actionApi)
    const thumbnails = wiki.filesFolder === null ? null : new Thumbnails(wiki.filesFolder)
    fileRoutes(app, wiki, thumbnails)
    readingRoutes(app, wiki, thumbnails)
  },
}
