import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#core/services.ts'
import { microseconds } from '#fields/timestamp.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { ACCESS, loadPermissions, type Permissions } from '../catalogue/permissions.ts'
import { findPlace, type Place, type PlaceName } from '../reports/place.ts'
import { languagesOf } from '../reports/place-lists.ts'
import { type TotalsById, totalsByLanguage, totalsIn } from '../reports/visible-totals.ts'
import { percent } from '../statistics/statistics.ts'
import { words } from './parameters.ts'
import { asPng, refuse } from './picture-files.ts'
import type { ContextOf, PageContext } from './send-page.ts'
import { WIDGETS, type WidgetFacts } from './widget-images.ts'
import { Wording } from './wording.ts'

/** Limit on languages in one image. */
const MOST_LANGUAGES = 200
/** Cache lifetime. */
const KEPT_SECONDS = 300

/**
 * Widgets to embed, at Weblate's URLs: `/widgets/tea/-/svg-badge.svg` and `/widgets/tea/cs/menu/multi-auto.svg` as well as
 * the newer `/widget/tea/menu/cs/svg-badge.svg`.
 */
export function widgetFiles(app: FastifyInstance, services: Services, contextOf: ContextOf): void {
  app.get('/widgets/:slug/*', async (request, reply) => {
    const [project, language, ...rest] = segments(request) ?? []
    const file = rest.pop()
    if (file === undefined) return refuse(reply, 404, NO_SUCH_PICTURE)
    const name = {
      project,
      ...(language !== '-' && { language }),
      ...(rest.length > 0 && { component: rest.join('/') }),
    }
    return answer(services, contextOf, request, reply, [name], file)
  })
  app.get('/widget/:slug/*', async (request, reply) => {
    const [project, ...rest] = segments(request) ?? []
    const file = rest.pop()
    if (file === undefined) return refuse(reply, 404, NO_SUCH_PICTURE)
    const language = rest.at(-1)
    const component = rest.slice(0, -1).join('/')
    const names: PlaceName[] =
      rest.length === 0
        ? [{ project }]
        : component === '-'
          ? [{ project, language }]
          : [{ project, component: rest.join('/') }, ...(component === '' ? [] : [{ project, component, language }])]
    return answer(services, contextOf, request, reply, names, file)
  })
}

const NO_SUCH_PICTURE = `Widget not found. Available widgets: ${Object.entries(WIDGETS)
  .flatMap(([name, { colours, kind }]) => colours.map(colour => `${name}-${colour}.${kind}`))
  .join(', ')}.`

async function answer(
  services: Services,
  contextOf: ContextOf,
  request: FastifyRequest,
  reply: FastifyReply,
  names: readonly PlaceName[],
  file: string,
): Promise<FastifyReply> {
  const [, name = '', colour = '', kind] = /^(\w+)-(\w+)\.(svg|png)$/.exec(file) ?? []
  const widget = Object.hasOwn(WIDGETS, name) ? WIDGETS[name]! : null
  if (!widget?.colours.includes(colour)) return refuse(reply, 404, NO_SUCH_PICTURE)
  const db = services.store.read
  // Shared caches deliver it to anyone, so it only shows what unregistered users may see.
  const anonymous = await loadPermissions(db, null)
  const open = await firstPlace(services, anonymous, names)
  const { context } = await contextOf(request)
  const place = open ?? (await firstPlace(services, context.permissions, names))
  if (!place?.project) return refuse(reply, 404, 'Not found.')
  const isOpen = open !== null && place.project.access_control < ACCESS.private
  const facts = await factsOf(context, isOpen ? anonymous : context.permissions, place)
  const drawn = widget.draw(facts, colour)
  const body = kind === 'png' ? await asPng(drawn) : drawn
  const tag = `"${createHash('sha256').update(drawn).digest('base64url').slice(0, 22)}-${kind}"`
  reply.headers({
    'Content-Type': kind === 'png' ? 'image/png' : 'image/svg+xml; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'X-Content-Type-Options': 'nosniff',
    ETag: tag,
    ...(isOpen
      ? { 'Cache-Control': `public, max-age=${KEPT_SECONDS}`, 'Cross-Origin-Resource-Policy': 'cross-origin' }
      : { 'Cache-Control': 'private, no-store' }),
  })
  return request.headers['if-none-match']?.replace(/^W\//, '') === tag ? reply.code(304).send() : reply.send(body)
}

async function firstPlace(services: Services, permissions: Permissions, names: readonly PlaceName[]) {
  for (const name of names) {
    const place = await findPlace(services.store.read, permissions, name)
    if (place) return place
  }
  return null
}

/** In English unless the URL names a language: cached content must not depend on the first visitor. */
async function factsOf(
  { services, params }: PageContext,
  permissions: Permissions,
  place: Place,
): Promise<WidgetFacts> {
  const db = services.store.read
  const t = await services.texts.translator([words(params, 'uselang') || words(params, 'native') || 'en'])
  const wording = new Wording({ language: bcp47(t.language), timeZone: 'UTC', t }, microseconds(services.clock))
  const totals = await totalsIn(db, permissions, place)
  const byLanguage = await languageTotals(services, permissions, place)
  const rows = await languagesOf(db, [...byLanguage.keys()])
  const languages = rows
    .map(row => {
      const { translated, total } = byLanguage.get(row.id)!
      const share = percent(translated, total)
      return { code: row.code, name: wording.language(row), share, label: wording.roundShare(translated, total) }
    })
    .sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1))
  return {
    title: [place.project!.name, place.component?.name, place.language && wording.language(place.language)]
      .filter(Boolean)
      .join(' – '),
    translated: [t('browse.badge_translated'), wording.roundShare(totals.translated, totals.total)],
    counted: [t('browse.badge_languages', { count: languages.length }), wording.number(languages.length)],
    strings: t('browse.of_strings', { done: totals.translated, count: totals.total }),
    share: percent(totals.translated, totals.total),
    languages: languages.slice(0, MOST_LANGUAGES),
  }
}

async function languageTotals({ store }: Services, permissions: Permissions, place: Place): Promise<TotalsById> {
  const { component, language, translation } = place
  if (translation) return new Map([[translation.language_id, translation]])
  if (component) {
    const rows = await store.read
      .selectFrom('translation')
      .selectAll()
      .where('component_id', '=', component.id)
      .execute()
    return new Map(rows.map(row => [row.language_id, row]))
  }
  const all = await totalsByLanguage(store.read, permissions, place)
  const one = language && all.get(language.id)
  return language ? new Map(one ? [[language.id, one]] : []) : all
}

/** The path after /widgets/ or /widget/. */
function segments({ url }: FastifyRequest): string[] | null {
  try {
    const parts = url.split('?')[0]!.split('/').slice(2).map(decodeURIComponent)
    return parts.some(part => part.includes('\0')) ? null : parts
  } catch {
    return null
  }
}
