import type { Part } from '#accounts/services.ts'
import { actionApi } from './api/plugin.ts'
import { fileRoutes } from './files/routes.ts'
import { openWiki } from './open-wiki.ts'
import { readingRoutes } from './reading/routes.ts'

/** The wiki's share of the server. */
export const wikiPart: Part = {
  name: 'wiki',
  register(services) {
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
