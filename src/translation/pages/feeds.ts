import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Account, isUsable } from '#accounts/account.ts'
import { nameShows } from '#accounts/hidden-names.ts'
import type { DescribedChange } from '#core/news-source.ts'
import type { Services } from '#core/services.ts'
import { escapeHtml } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import { splitForms } from '../catalogue/forms.ts'
import { loadPermissions, type Permissions } from '../catalogue/permissions.ts'
import { describeChanges } from '../notifications/describe.ts'
import { feedOwner } from '../notifications/feed-key.ts'
import { changesIn, visibleChanges } from '../reports/changes-in.ts'
import { findPlace, type Place, type PlaceName } from '../reports/place.ts'
import { shortText } from '../values/short-text.ts'
import { refuse } from './picture-files.ts'
import { nameOf, placed } from './place-addresses.ts'
import type { ContextOf } from './send-page.ts'

const MOST_ENTRIES = 50
const KEPT_SECONDS = 60
const FORMATS = ['rss', 'atom'] as const
type Format = (typeof FORMATS)[number]

interface Feed {
  readonly title: string
  /** Name of the site. */
  readonly site: string
  /** The corresponding page. */
  readonly page: string
  readonly self: string
  readonly entries: readonly DescribedChange[]
}

/**
 * Feeds of recent changes: `/exports/rss/`, `…/language/cs/`, `…/tea/`, `…/tea/menu/`, `…/tea/menu/cs/`, `…/tea/-/cs/`, and
 * `…/person/KEY/` for the projects an account watches. The same under `/exports/atom/`.
 */
export function feedFiles(app: FastifyInstance, services: Services, contextOf: ContextOf): void {
  for (const format of FORMATS) {
    app.get(`/exports/${format}/`, (request, reply) => ofPlace(services, contextOf, request, reply, format, []))
    app.get(`/exports/${format}/*`, (request, reply) => {
      const path = segments(request)
      if (path === null) return refuse(reply, 404, NO_SUCH_FEED)
      if (path[0] === 'person' && path.length === 2) return ofPerson(services, request, reply, format, path[1]!)
      return ofPlace(services, contextOf, request, reply, format, path)
    })
  }
}

const NO_SUCH_FEED =
  'Feed not found. Available feeds: /exports/rss/, /exports/rss/language/CODE/, /exports/rss/PROJECT/, ' +
  '/exports/rss/PROJECT/COMPONENT/ and /exports/rss/PROJECT/COMPONENT/CODE/.'

function segments(request: FastifyRequest): string[] | null {
  try {
    const parts = request.url.split('?')[0]!.split('/').slice(3).map(decodeURIComponent)
    if (parts.at(-1) === '') parts.pop()
    return parts.some(part => part === '' || part.includes('\0')) ? null : parts
  } catch {
    return null
  }
}

/** Possible meanings of a path, most likely first: components may be in categories, and the last part may be a language. */
function namesOf([first, ...rest]: readonly string[]): PlaceName[] {
  if (first === undefined) return [{}]
  if (first === 'language' && rest.length === 1) return [{ language: rest[0]! }]
  const project = first
  if (rest.length === 0) return [{ project }]
  if (rest[0] === '-' && rest.length === 2) return [{ project, language: rest[1]! }]
  return [
    { project, component: rest.join('/') },
    ...(rest.length > 1 ? [{ project, component: rest.slice(0, -1).join('/'), language: rest.at(-1)! }] : []),
    { project, category: rest.join('/') },
  ]
}

async function ofPlace(
  services: Services,
  contextOf: ContextOf,
  request: FastifyRequest,
  reply: FastifyReply,
  format: Format,
  path: readonly string[],
): Promise<FastifyReply> {
  const { caller, context } = await contextOf(request)
  const { permissions } = context
  const db = services.store.read
  let place: Place | null = null
  for (const name of namesOf(path)) place ??= await findPlace(db, permissions, name)
  if (place === null) return refuse(reply, 404, NO_SUCH_FEED)
  const { account } = services.callers.beyondWiki(caller)
  const query = changesIn(db.selectFrom('translation_change'), permissions, place)
  const { config } = services
  const { name } = await services.face.freshen()
  const where = [place.project?.name, place.component?.name, place.language?.name].flatMap(name => name ?? [])
  return send(request, reply, format, {
    title: [...where, name].join(' – '),
    site: name,
    page: `${config.siteUrl}${placed('/changes/', nameOf(place))}`,
    self: `${config.siteUrl}${request.url}`,
    entries: await lately(services, query, account),
  })
}

/** Changes in the projects an account watches, except its own. */
async function ofPerson(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  format: Format,
  key: string,
): Promise<FastifyReply> {
  const { store, config, accounts, clock } = services
  const owner = await feedOwner(services, key)
  const account = owner === null ? null : await accounts.byId(store.read, owner)
  if (account === null || !isUsable(account, seconds(clock))) return refuse(reply, 404, NO_SUCH_FEED)
  const permissions: Permissions = await loadPermissions(store.read, account)
  const watched = await store.read
    .selectFrom('project_watch')
    .select('project_id')
    .where('account_id', '=', account.id)
    .execute()
  const ids = [-1, ...watched.map(row => row.project_id)]
  const query = visibleChanges(store.read.selectFrom('translation_change'), permissions, false)
    .where('translation_change.project_id', 'in', ids)
    .where(eb => eb.or([eb('account_id', 'is', null), eb('account_id', '<>', account.id)]))
  const { name } = await services.face.freshen()
  return send(request, reply, format, {
    title: `${account.username} – ${name}`,
    site: name,
    page: `${config.siteUrl}/`,
    self: `${config.siteUrl}${request.url}`,
    entries: await lately(services, query, account),
  })
}

async function lately(
  { store, config, clock }: Services,
  query: ReturnType<typeof changesIn>,
  account: Account | null,
): Promise<DescribedChange[]> {
  const rows = await query
    .select(['translation_change.id', 'translation_change.account_id'])
    .orderBy('translation_change.timestamp', 'desc')
    .orderBy('translation_change.id', 'desc')
    .limit(MOST_ENTRIES)
    .execute()
  const entries = await describeChanges(
    store.read,
    rows.map(row => row.id),
    account,
    config.siteUrl,
  )
  const people = new Set(rows.flatMap(row => row.account_id ?? []))
  const shown = await store.read
    .selectFrom('account')
    .select('account.id')
    .where('account.id', 'in', [-1, ...people])
    .where(nameShows(seconds(clock)))
    .execute()
  const named = new Set(shown.map(row => row.id))
  const doers = new Map(rows.map(row => [row.id, row.account_id]))
  return entries
    .map(each => ({ ...each, who: named.has(doers.get(each.id) ?? -1) ? each.who : null }))
    .sort((a, b) => b.at - a.at || b.id - a.id)
}

function send(request: FastifyRequest, reply: FastifyReply, format: Format, feed: Feed): FastifyReply {
  const body = format === 'rss' ? rss(feed) : atom(feed)
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply
    .header('ETag', tag)
    .header('Cache-Control', `private, max-age=${KEPT_SECONDS}`)
    .header('Vary', 'Authorization, Cookie')
    .header('X-Content-Type-Options', 'nosniff')
  if (request.headers['if-none-match']?.replace(/^W\//, '') === tag) return reply.code(304).send()
  return reply.header('Content-Type', `application/${format}+xml; charset=utf-8`).send(body)
}

/** Text for XML, without control characters and lone surrogates. */
const xml = (text: string): string =>
  escapeHtml(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))

const titleOf = ({ what, who, where }: DescribedChange): string =>
  [what, ...(who === null ? [] : [who]), ...(where.length === 0 ? [] : [where.join(' / ')])].join(' – ')

const textOf = ({ texts }: DescribedChange): string =>
  texts.map(([name, text]) => `${name}: ${shortText(splitForms(text).join(' | '))}`).join('\n')

const isoTime = (micros: number): string => new Date(micros / 1000).toISOString()

const rss = ({ title, page, self, entries }: Feed): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${xml(title)}</title><link>${xml(page)}</link><description>${xml(title)}</description><atom:link href="${xml(self)}" rel="self" type="application/rss+xml"/>
${entries.map(entry => `<item><title>${xml(titleOf(entry))}</title><link>${xml(entry.link)}</link><description>${xml(textOf(entry))}</description><pubDate>${new Date(entry.at / 1000).toUTCString()}</pubDate><guid isPermaLink="false">${entry.id}@${xml(new URL(self).hostname)}</guid></item>`).join('\n')}
</channel></rss>
`

const atom = ({ title, site, page, self, entries }: Feed): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${xml(title)}</title><id>${xml(self)}</id><link href="${xml(page)}"/><link rel="self" href="${xml(self)}"/><updated>${isoTime(entries[0]?.at ?? 0)}</updated><author><name>${xml(site)}</name></author>
${entries.map(entry => `<entry><title>${xml(titleOf(entry))}</title><id>tag:${xml(new URL(self).hostname)},2000:change-${entry.id}</id><link href="${xml(entry.link)}"/><updated>${isoTime(entry.at)}</updated><author><name>${xml(entry.who ?? site)}</name></author><content type="text">${xml(textOf(entry))}</content></entry>`).join('\n')}
</feed>
`
