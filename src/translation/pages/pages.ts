import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#accounts/services.ts'
import { whoLooks } from '#accounts/visitor.ts'
import { html } from '#web/html.ts'
import { loadPermissions } from '../catalogue/permissions.ts'
import { Addresses } from '../values/addresses.ts'
import { microseconds } from '../values/timestamp.ts'
import { announcements } from './announcements.ts'
import { componentPage } from './component-page.ts'
import { languagePage, languagesPage } from './language-pages.ts'
import { loginRoutes } from './login-page.ts'
import { projectPage, projectsPage } from './project-pages.ts'
import { type Page, type PageContext, sendPage } from './send-page.ts'
import { translateRoutes } from './translate-routes.ts'

type Builder = (context: PageContext, path: string[]) => Promise<Page | null>

/** Plain pages without scripts, where the addresses in the API's answers lead. */
const routes: Record<string, Builder> = {
  '/languages/': languagesPage,
  '/languages/:code/': (context, [code]) => languagePage(context, code!),
  '/projects/': projectsPage,
  '/projects/:slug/': (context, [slug]) => projectPage(context, slug!),
  '/projects/:slug/*': (context, [slug, ...rest]) => componentPage(context, slug!, rest),
  '/engage/:slug/*': (context, [slug, ...rest]) => componentPage(context, slug!, rest),
}

export async function pages(app: FastifyInstance, services: Services): Promise<void> {
  // Links stay on the host that the reader came by, where their session is.
  const addresses = new Addresses('')
  loginRoutes(app, services)
  translateRoutes(app, services)
  for (const [url, build] of Object.entries(routes)) {
    if (!url.endsWith('*')) app.get(url.slice(0, -1), addSlash)
    app.get(url, async (request, reply) => {
      if (!pathOf(request).endsWith('/')) return addSlash(request, reply)
      const caller = await whoLooks(services, request)
      const { account } = services.callers.beyondWiki(caller)
      const permissions = await loadPermissions(services.store.read, account)
      const path = segments(request)
      const built = path && (await build({ services, addresses, permissions }, path))
      return sendPage(
        { services, request, reply, caller },
        built ? 200 : 404,
        await headed(services, built || NOT_FOUND),
      )
    })
  }
}

const NOT_FOUND: Page = { title: 'Not found', content: html`<p>There is nothing here.</p>` }

async function headed({ store, clock }: Services, built: Page): Promise<Page> {
  const above = await announcements(store.read, microseconds(clock), built.about ?? {})
  return { ...built, content: html`${above}<h1>${built.title}</h1>${built.content}` }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!

const addSlash = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.redirect(`${pathOf(request)}/${request.url.slice(pathOf(request).length)}`, 301)

/** What follows /languages/ or /projects/; null when it is no proper path. */
function segments(request: FastifyRequest): string[] | null {
  try {
    const parts = pathOf(request).split('/').slice(2, -1).map(decodeURIComponent)
    return parts.some(part => part.includes('\0')) ? null : parts
  } catch {
    return null
  }
}
