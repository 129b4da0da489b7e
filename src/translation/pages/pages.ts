import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#accounts/services.ts'
import { Addresses } from '../api/call.ts'
import { type Html, html, PAGE_HEADERS, page } from '../api/renderers/html.ts'
import { loadPermissions, type Permissions } from '../catalogue/permissions.ts'
import { componentPage } from './component-page.ts'
import { languagePage, languagesPage } from './language-pages.ts'
import { projectPage, projectsPage } from './project-pages.ts'

export interface PageContext {
  services: Services
  addresses: Addresses
  permissions: Permissions
}

export interface Page {
  title: string
  lang?: string
  content: Html
}

type Builder = (context: PageContext, path: string[]) => Promise<Page | null>

/** Plain pages without scripts, where the addresses in the API's answers lead. */
const routes: Record<string, Builder> = {
  '/languages/': languagesPage,
  '/languages/:code/': (context, [code]) => languagePage(context, code!),
  '/projects/': projectsPage,
  '/projects/:slug/': (context, [slug]) => projectPage(context, slug!),
  '/projects/:slug/*': (context, [slug, ...rest]) => componentPage(context, slug!, rest),
  // The API names these two as well; the page with the strings serves them.
  '/translate/:slug/*': (context, [slug, ...rest]) => componentPage(context, slug!, rest),
  '/engage/:slug/*': (context, [slug, ...rest]) => componentPage(context, slug!, rest),
}

export async function pages(app: FastifyInstance, services: Services): Promise<void> {
  const addresses = new Addresses(services.config.siteUrl)
  for (const [url, build] of Object.entries(routes)) {
    app.get(url, async (request, reply) => {
      const caller = await services.callers.identify(request).catch(() => null)
      const permissions = await loadPermissions(services.store.read, caller?.account ?? null)
      const path = segments(request)
      const built = path && (await build({ services, addresses, permissions }, path))
      return send(reply, addresses, built)
    })
  }
}

/** What follows /languages/ or /projects/; null when it is no proper path. */
function segments(request: FastifyRequest): string[] | null {
  try {
    const parts = request.url.split('?')[0]!.split('/').slice(2, -1).map(decodeURIComponent)
    return parts.some(part => part.includes('\0')) ? null : parts
  } catch {
    return null
  }
}

function send(reply: FastifyReply, addresses: Addresses, built: Page | null): FastifyReply {
  const { title, content, lang } = built ?? { title: 'Not found', content: html`<p>There is nothing here.</p>` }
  const text = page(
    title,
    html`<header><a href="${addresses.web('languages')}">Languages</a> · <a href="${addresses.web('projects')}">Projects</a> ·
<a href="${addresses.api()}">API</a></header><main><h1>${title}</h1>${content}</main>`,
    lang === undefined ? {} : { lang },
  )
  return reply
    .code(built ? 200 : 404)
    .headers({ ...PAGE_HEADERS, Vary: 'Cookie' })
    .send(text)
}
