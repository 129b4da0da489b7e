import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkToken } from '#accounts/tokens.ts'
import { readerOf } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { whoLooks } from '#core/visitor.ts'
import { microseconds } from '#fields/timestamp.ts'
import { html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { loadPermissions } from '../catalogue/permissions.ts'
import { Activity } from '../reports/activity.ts'
import { Addresses } from '../values/addresses.ts'
import { activityPage, chartFiles } from './activity-page.ts'
import { AGREEMENT, agreementPage, takeAgreement } from './agreement-page.ts'
import { announcements } from './announcements.ts'
import { changesPage } from './changes-page.ts'
import { contributorsPage } from './contributors-page.ts'
import { engagePage } from './engage-page.ts'
import { feedFiles } from './feeds.ts'
import { languagePage, languagesPage } from './language-pages.ts'
import { BadParameter } from './parameters.ts'
import { projectPage, projectsPage } from './project-pages.ts'
import { projectPart } from './project-parts.ts'
import { REPLACE, replacePage, replaceSelected } from './replace-page.ts'
import type { Submission } from './selection.ts'
import { type ContextOf, type Page, type PageContext, sendPage } from './send-page.ts'
import { changeStrings, stringsPage } from './strings-page.ts'
import { translateRoutes } from './translate-routes.ts'
import { widgetFiles } from './widget-files.ts'
import { widgetsPage } from './widgets-page.ts'
import { Wording } from './wording.ts'

type Builder = (context: PageContext, path: string[]) => Promise<Page | null>

/** Pages that the URLs in API responses point to. */
const routes: Record<string, Builder> = {
  '/languages/': languagesPage,
  '/languages/:code/': (context, [code]) => languagePage(context, code!),
  '/projects/': projectsPage,
  '/projects/:slug/': (context, [slug]) => projectPage(context, slug!),
  '/projects/:slug/*': (context, [slug, ...rest]) => projectPart(context, slug!, rest),
  '/strings/': stringsPage,
  [REPLACE]: replacePage,
  [AGREEMENT]: agreementPage,
  '/activity/': activityPage,
  '/contributors/': contributorsPage,
  '/changes/': changesPage,
  '/engage/:slug/': (context, [slug]) => engagePage(context, slug!),
  '/engage/:slug/*': (context, [slug, ...rest]) => engagePage(context, slug!, rest),
  '/widgets/:slug/': (context, [slug]) => widgetsPage(context, slug!),
}

/** Forms that work without scripts. */
const forms: Record<string, (context: PageContext, submission: Submission) => Promise<Page | null>> = {
  '/strings/': changeStrings,
  [REPLACE]: replaceSelected,
  [AGREEMENT]: takeAgreement,
}

export async function pages(app: FastifyInstance, services: Services): Promise<void> {
  const contextOf = contexts(services)
  chartFiles(app, contextOf)
  widgetFiles(app, services, contextOf)
  feedFiles(app, services, contextOf)
  translateRoutes(app, services)
  formRoutes(app, services, contextOf)
  for (const [url, build] of Object.entries(routes)) {
    if (!url.endsWith('*')) app.get(url.slice(0, -1), addSlash)
    app.get(url, async (request, reply) => {
      if (!pathOf(request).endsWith('/')) return addSlash(request, reply)
      const { caller, context } = await contextOf(request)
      const { reader } = context
      const path = segments(request)
      const built = (path && (await build(context, path).catch(unreadable(reader)))) || notFound(reader)
      const exchange = { services, request, reply, caller, reader }
      return sendPage(exchange, built.status ?? 200, await headed(services, reader, built))
    })
  }
}

/** The parameters of a form are in its body. */
function formRoutes(app: FastifyInstance, services: Services, contextOf: ContextOf): void {
  for (const [url, submit] of Object.entries(forms))
    app.post(url, async (request, reply) => {
      const { caller, context } = await contextOf(request)
      const { reader } = context
      const params = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const { account } = services.callers.beyondWiki(caller)
      const isOwn = checkToken(caller, 'csrf', params.get('csrfmiddlewaretoken') ?? '')
      const submission = { account: isOwn ? account : null }
      const built = (await submit({ ...context, params }, submission).catch(unreadable(reader))) ?? notFound(reader)
      const exchange = { services, request, reply, caller, reader }
      return sendPage(exchange, built.status ?? 200, await headed(services, reader, built))
    })
}

/** Creates the context of a page from a request. */
function contexts(services: Services): ContextOf {
  // Relative links, so that users stay on the host of their session.
  const addresses = new Addresses('')
  const activity = new Activity(services.store.read, services.clock)
  return async request => {
    const caller = await whoLooks(services, request)
    const { account } = services.callers.beyondWiki(caller)
    const permissions = await loadPermissions(services.store.read, account)
    const reader = await readerOf(services, request, caller)
    const wording = new Wording(reader, microseconds(services.clock))
    const params = searchParams(request)
    return { caller, context: { services, addresses, permissions, account, reader, wording, activity, params } }
  }
}

const notFound = ({ t }: Reader): Page => ({
  title: t('frame.not_found'),
  content: html`<p>${t('frame.nothing_here')}</p>`,
  status: 404,
})

/** An error page for an invalid parameter, with the accepted values. */
const unreadable =
  ({ t }: Reader) =>
  (error: unknown): Page => {
    if (!(error instanceof BadParameter)) throw error
    const sentence = t('browse.bad_value', { name: error.parameter, accepts: error.message })
    return { title: t('browse.bad_request'), content: html`<p class="note wrong">${sentence}</p>`, status: 400 }
  }

async function headed({ store, clock }: Services, reader: Reader, built: Page): Promise<Page> {
  const above = await announcements(store.read, reader, microseconds(clock), built.about ?? {})
  return { ...built, content: html`${above}${built.heading ?? html`<h1>${built.title}</h1>`}${built.content}` }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!

const addSlash = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.redirect(`${pathOf(request)}/${request.url.slice(pathOf(request).length)}`, 301)

/** The path after /languages/ or /projects/; null when it is malformed. */
function segments(request: FastifyRequest): string[] | null {
  try {
    const parts = pathOf(request).split('/').slice(2, -1).map(decodeURIComponent)
    return parts.some(part => part.includes('\0')) ? null : parts
  } catch {
    return null
  }
}
