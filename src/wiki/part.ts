import type { AccountHook } from '#accounts/hooks.ts'
import type { Part } from '#accounts/services.ts'
import { actionApi } from './api/plugin.ts'
import { handleRefreshing } from './editing/refresh-users.ts'
import { fileRoutes } from './files/routes.ts'
import { unfinishedImports } from './import/unfinished.ts'
import { openWiki } from './open-wiki.ts'
import { scheduleLists } from './query/families/query-pages/refresh-job.ts'
import { readingRoutes } from './reading/routes.ts'

/** The site's statistics count accounts too. */
const countAccount: AccountHook = async tx => {
  const stats = tx.updateTable('site_stats').where('id', '=', 1)
  await stats.set(eb => ({ users: eb('users', '+', 1) })).execute()
}

/** The wiki's share of the server. */
export const wikiPart: Part = {
  name: 'wiki',
  async register(services) {
    await scheduleLists(services)
    handleRefreshing(services)
    services.hooks.onAccountCreated(countAccount)
    services.checks.push(unfinishedImports)
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
    await actionApi(app, wiki)
    fileRoutes(app, wiki)
    readingRoutes(app, wiki)
  },
}
