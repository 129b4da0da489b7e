import type { Part } from '#accounts/services.ts'
import { accountRoutes, registerAccountPages } from './account/routes.ts'
import { appearanceRoute } from './appearance.ts'
import { frontPage } from './front-page.ts'
import { liveRoute } from './live.ts'
import { styleGuide } from './style-guide.ts'

/** Pages about the site as a whole, for people: where the wiki and the translations stand side by side. */
export const pagesPart: Part = {
  name: 'pages',
  register: registerAccountPages,
  routes: async (app, services) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 65_536 },
      (_, text, done) => done(null, new URLSearchParams(text as string)),
    )
    frontPage(app, services)
    appearanceRoute(app, services)
    liveRoute(app, services)
    styleGuide(app, services)
    accountRoutes(app, services)
  },
}
