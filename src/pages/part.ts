import { registerInbox } from '#core/follow-inbox.ts'
import type { LiveSource } from '#core/live-source.ts'
import type { Part } from '#core/services.ts'
import { accountRoutes, registerAccountPages } from './account/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { registerWholeSite } from './admin/whole-site.ts'
import { appearanceRoute } from './appearance.ts'
import { dismissRoute } from './dismiss-announcement.ts'
import { docsPages } from './docs/docs-pages.ts'
import { logoRoutes } from './face/logo-routes.ts'
import { homePage } from './home/home-page.ts'
import { sampleRoutes } from './home/sample-pages.ts'
import { inboxPage } from './inbox/inbox-page.ts'
import { liveInbox } from './inbox/live.ts'
import { planInterface, registerInterface } from './interface/register.ts'
import { liveRoute } from './live.ts'
import { mcpRoute } from './mcp/mcp-route.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { specialOAuth } from './oauth/special-oauth.ts'
import { personPage } from './people/person-page.ts'
import { sandboxPage } from './sandbox/sandbox-page.ts'
import { searchPage } from './search/search-page.ts'
import { setupRoutes } from './setup/setup-page.ts'
import { streamRoutes } from './streams/stream-routes.ts'
import { styleGuide } from './style-guide.ts'
import { registerWebhooks } from './webhooks/run-webhook.ts'

/** Sitewide pages, which cover both the wiki and the translations. */
export const pagesPart: Part = {
  name: 'pages',
  async register(services) {
    await registerAccountPages(services)
    registerInterface(services)
    registerWholeSite(services)
    registerWebhooks(services)
    services.specials.push(specialOAuth(services))
    // After the other parts have added their sources.
    await registerInbox(services)
    services.live.push(liveInbox(services) as LiveSource)
  },
  routes: async (app, services) => {
    await planInterface(services)
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 65_536 },
      (_, text, done) => done(null, new URLSearchParams(text as string)),
    )
    await homePage(app, services)
    sampleRoutes(app, services)
    await searchPage(app, services)
    docsPages(app, services)
    await sandboxPage(app, services)
    personPage(app, services)
    appearanceRoute(app, services)
    dismissRoute(app, services)
    liveRoute(app, services)
    inboxPage(app, services)
    streamRoutes(app, services)
    await mcpRoute(app, services)
    styleGuide(app, services)
    accountRoutes(app, services)
    setupRoutes(app, services)
    logoRoutes(app, services)
    oauthRoutes(app, services)
    await adminRoutes(app, services)
  },
}
