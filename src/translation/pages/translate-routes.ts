import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkToken } from '#accounts/tokens.ts'
import { readerOf } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { whoLooks } from '#core/visitor.ts'
import { microseconds } from '#fields/timestamp.ts'
import { html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import { isGone } from '#store/gone.ts'
import { loadPermissions } from '../catalogue/permissions.ts'
import { Addresses } from '../values/addresses.ts'
import { announcements } from './announcements.ts'
import { type Page, sendPage } from './send-page.ts'
import { address as queryOf, type Refused, translatePage } from './translate-page.ts'
import { findPlace, namedUnit } from './translate-place.ts'
import { Refusal, takeForm } from './translate-saving.ts'
import { zenPage } from './zen-page.ts'

/** The editor for one string, and zen mode. */
const VIEWS = { '/translate/:slug/*': translatePage, '/zen/:slug/*': zenPage } as const
type View = typeof translatePage
const MOST_PAGES = 100_000
const FORM = 'application/x-www-form-urlencoded'
/** Characters of some scripts take nine bytes when form-encoded. */
const FORM_LIMIT = 4_000_000

/** The editor and its form for browsers without scripts. */
export function translateRoutes(app: FastifyInstance, services: Services): void {
  if (!app.hasContentTypeParser(FORM))
    app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_, text, done) =>
      done(null, new URLSearchParams(text as string)),
    )
  // Relative links, so that users stay on the host of their session.
  const addresses = new Addresses('')

  const opened = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await whoLooks(services, request)
    const { account } = services.callers.beyondWiki(caller)
    const db = services.store.read
    const permissions = await loadPermissions(db, account)
    const reader = await readerOf(services, request, caller)
    const path = segments(request)
    const place = path && (await findPlace(db, permissions, account, path))
    return {
      exchange: { services, request, reply, caller },
      visit: { db, addresses, permissions, account, reader },
      place,
    }
  }
  type Opened = Awaited<ReturnType<typeof opened>>

  const send = async ({ exchange, visit }: Opened, status: number, page: Page) => {
    const above = await announcements(visit.db, visit.reader, microseconds(services.clock), page.about ?? {})
    return sendPage(exchange, status, { ...page, content: html`${above}${page.content}` })
  }

  const show = async (
    view: View,
    at: Opened,
    params: URLSearchParams,
    refused?: Refused,
    status = 200,
  ): Promise<FastifyReply> => {
    const { visit, place } = at
    if (place === null) {
      const { t } = visit.reader
      const content = html`<div class="empty"><h1>${t('frame.not_found')}</h1><p>${t('frame.nothing_here')}</p></div>`
      return send(at, 404, { title: t('frame.not_found'), content })
    }
    const request = {
      q: (params.get('q') ?? '').slice(0, 1000),
      page: Math.min(Math.max(Math.trunc(Number(params.get('page'))) || 1, 1), MOST_PAGES),
      unit: await namedUnit(visit.db, place, params),
      ...(refused && { refused }),
    }
    return send(at, status, await view(visit, place, request))
  }

  for (const [address, view] of Object.entries(VIEWS)) {
    app.get(address, async (request, reply) => {
      const path = request.url.split('?')[0]!
      if (!path.endsWith('/')) return reply.redirect(`${path}/${request.url.slice(path.length)}`, 301)
      return show(view, await opened(request, reply), searchParams(request))
    })

    app.post(address, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const at = await opened(request, reply)
      if (at.place === null) return show(view, at, form)
      const refuse = (why: string, status: number) =>
        show(view, at, form, { why, forms: form.getAll('target') }, status)
      // A missing or wrong token: the form came from another site, or the session has expired.
      if (at.visit.account === null || !checkToken(at.exchange.caller, 'csrf', form.get('csrfmiddlewaretoken') ?? ''))
        return refuse(at.visit.reader.t('translate.form_too_old'), 403)
      try {
        const next = await takeForm(services, at.visit, at.place, form)
        const query = queryOf({ q: form.get('q') ?? '', page: Number(form.get('page')) || 1, unit: next })
        return reply
          .header('Cache-Control', 'no-store')
          .redirect(`?${query}${view === zenPage && next !== null ? `#unit-${next}` : ''}`, 303)
      } catch (error) {
        if (error instanceof Refusal) return refuse(error.message, error.status)
        if (isGone(error)) return refuse(at.visit.reader.t('translate.string_gone'), 404)
        throw error
      }
    })
  }
}

/** The path after /translate/ or /zen/; null when it is malformed. */
function segments(request: FastifyRequest): string[] | null {
  try {
    const parts = request.url.split('?')[0]!.split('/').slice(2, -1).map(decodeURIComponent)
    return parts.some(part => part.includes('\0')) ? null : parts
  } catch {
    return null
  }
}
