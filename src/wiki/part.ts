import type { Config } from '#core/config.ts'
import type { ConsistencyCheck } from '#core/consistency.ts'
import type { LiveSource } from '#core/live-source.ts'
import type { Part } from '#core/services.ts'
import { type Clock, seconds } from '#store/clock.ts'
import { actionApi, actions } from './actions/index.ts'
import { checking } from './api/check-request.ts'
import { ModuleTree } from './api/module-tree.ts'
import { serveActionDocument } from './api/openapi/serve-document.ts'
import { paramSettings } from './api/params/param-settings.ts'
import { mountActionApi } from './api/plugin.ts'
import { wikiAudit } from './content/audit-events.ts'
import { oldRecentChanges } from './content/old-recent-changes.ts'
import { scheduleTitles } from './content/search/index-titles-job.ts'
import { countAccount } from './content/site-counts.ts'
import { handleCategoryChanges } from './editing/category-changes.ts'
import { handleRefreshing } from './editing/refresh-pages.ts'
import { handleSweepingWatches } from './editing/sweep-watches.ts'
import { handleTidying } from './editing/tidy-stash.ts'
import { fileRoutes } from './files/routes.ts'
import { thumbnailCache } from './files/thumbnail-cache.ts'
import { Thumbnails } from './files/thumbnails.ts'
import { unfinishedImports } from './import/unfinished.ts'
import { wikiInbox } from './notifications/inbox/source.ts'
import { wikiNews } from './notifications/source.ts'
import { loadSite, openWiki } from './open-wiki.ts'
import { liveWiki } from './pages/live.ts'
import { pageRoutes } from './pages/routes.ts'
import { scheduleLists } from './query/families/query-pages/refresh-job.ts'
import { queryModules } from './query/registry.ts'
import { serveRestDocument } from './rest/openapi.ts'
import { mountRestApi } from './rest/plugin.ts'
import { wikiStreams } from './streams/wiki-streams.ts'

/** Loads the check lazily: the server itself never needs it. */
const countersCheck = (clock: Clock): ConsistencyCheck => ({
  name: 'wiki counters',
  async run(store) {
    const { checkCounters } = await import('./content/check-counters.ts')
    return checkCounters(store.read, await loadSite(store.read, ''), seconds(clock))
  },
  async fix(store) {
    const { mendCounters } = await import('./content/check-counters.ts')
    const site = await loadSite(store.read, '')
    await store.transaction(tx => mendCounters(tx, site, seconds(clock)))
  },
})

const orderCheck: ConsistencyCheck = {
  name: 'order of changes',
  run: async store => (await import('./editing/check-order.ts')).checkOrder(store.read),
}

const uploadsCheck = (config: Config): ConsistencyCheck => ({
  name: 'uploaded files',
  run: async store => (await import('./editing/sweep-files.ts')).filesCheck(config).run(store),
  fix: async store => (await import('./editing/sweep-files.ts')).filesCheck(config).fix?.(store),
})

/** The wiki part of the server. */
export const wikiPart: Part = {
  name: 'wiki',
  async register(services) {
    services.caches.push(thumbnailCache(services.config.data))
    await scheduleLists(services)
    await scheduleTitles(services)
    handleRefreshing(services)
    handleCategoryChanges(services)
    handleTidying(services)
    handleSweepingWatches(services)
    services.retention.push(oldRecentChanges(services))
    services.audit.push(wikiAudit(() => loadSite(services.store.read, '')))
    services.live.push(liveWiki as LiveSource)
    services.news.sources.push(wikiNews(services))
    services.inbox.sources.push(wikiInbox(services))
    services.hooks.onAccountCreated(countAccount)
    services.checks.push(unfinishedImports, countersCheck(services.clock), orderCheck, uploadsCheck(services.config))
    services.derived.push({
      name: 'search',
      rebuild: async own => (await import('./content/rebuild-search.ts')).rebuildSearch(own.store),
    })
    services.samples.push({
      name: 'wiki',
      // Loads the importer only when there is something to import.
      install: async (own, admin) => (await import('./sample/sample.ts')).wikiSample.install(own, admin),
    })
  },
  async routes(app, services) {
    const wiki = await openWiki(services)
    await mountActionApi(app, wiki, actionApi)
    await mountRestApi(app, wiki, actionApi)
    services.streams.push(wikiStreams(wiki))
    const tree = () => new ModuleTree(actions, queryModules, paramSettings(wiki))
    const checks = { paths: ['/sandbox/check/wiki'], asking: ['GET' as const], posting: ['POST' as const] }
    await mountActionApi(app, wiki, checking(actionApi, tree), checks)
    const thumbnails = wiki.files === null ? null : new Thumbnails(wiki.files, services.config.data)
    serveActionDocument(app, wiki, tree)
    serveRestDocument(app, wiki)
    fileRoutes(app, wiki, thumbnails)
    await pageRoutes(app, wiki, thumbnails)
  },
}
