import type { FastifyInstance } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { nameShows } from '#accounts/hidden-names.ts'
import { optionsOf } from '#accounts/options.ts'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import type { Permissions } from '#translation/catalogue/permissions.ts'
import { settingsOfAccount } from '#translation/catalogue/personal-settings.ts'
import { pageOf, personAddress, placed } from '#translation/pages/place-addresses.ts'
import type { PageContext } from '#translation/pages/send-page.ts'
import { eventList } from '#translation/pages/shapes/events.ts'
import { visibleChanges } from '#translation/reports/changes-in.ts'
import { eventsIn } from '#translation/reports/events.ts'
import { contextOf } from '../home/context.ts'
import { sendPage, visit } from '../send-page.ts'
import { publicProfile } from './public-profile.ts'

/** Preference that hides the public profile. */
export const HIDDEN_PAGE = 'hidden-page'

const EVENTS_READ = 80
const EVENTS_SHOWN = 10
const PROJECTS = 20

/** Change actions by category. */
const DONE = { translated: [2, 5, 7, 36], suggested: [4], commented: [3] } as const

/** `/user/Ana/`: a user's contributions that the reader can see. */
export function personPage(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { name: string } }>('/user/:name', (request, reply) =>
    reply.header('Cache-Control', 'private, no-store').redirect(personAddress(request.params.name), 301),
  )
  app.get<{ Params: { name: string } }>('/user/:name/', async (request, reply) => {
    const own = await visit(services, request, reply)
    const context = await contextOf(own)
    const { t } = own.reader
    const account = await shownAccount(services, context, request.params.name, own.caller.account)
    if (account === null) {
      const content = html`<div class="empty"><h1>${t('frame.not_found')}</h1><p>${t('browse.person_none')}</p></div>`
      return sendPage(own, { title: t('frame.not_found'), status: 404, content })
    }
    return sendPage(own, { title: account.username, needs: ['browse'], content: await about(context, account) })
  })
}

/** Missing, hidden and private profiles look the same to others. Users always see their own. */
async function shownAccount(
  { store: { read: db }, accounts, clock }: Services,
  { permissions }: PageContext,
  name: string,
  reader: Account | null,
): Promise<Account | null> {
  if (name.includes('\0')) return null
  const account = await accounts.byName(db, name)
  if (account === null || account.id === reader?.id || permissions.superuser) return account
  const shown = await db
    .selectFrom('account')
    .select('account.id')
    .where('account.id', '=', account.id)
    .where('account.is_active', '=', 1)
    .where(nameShows(seconds(clock)))
    .executeTakeFirst()
  if (shown === undefined || (await optionsOf(db, account.id)).has(HIDDEN_PAGE)) return null
  // Visitors only see users with visible contributions, so that accounts cannot be enumerated.
  return reader !== null || (await hasDoneAnything(db, permissions, account.id)) ? account : null
}

async function hasDoneAnything(db: Reader, permissions: Permissions, account: number): Promise<boolean> {
  const change = await visibleChanges(db.selectFrom('translation_change'), permissions, false)
    .select('translation_change.id')
    .where('translation_change.author_id', '=', account)
    .limit(1)
    .executeTakeFirst()
  return change !== undefined
}

async function about(context: PageContext, account: Account): Promise<Html> {
  const { services, permissions, reader, wording } = context
  const { t } = reader
  const db = services.store.read
  const counts = await countsOf(db, context, account.id)
  const events = await eventsIn({ db, permissions, clock: services.clock }, {}, { account: account.id }, EVENTS_READ)
  const languages = await languagesOf(db, account.id)
  const projects = await projectsOf(db, context, account.id)
  const figure = (label: string, value: number) =>
    html`<li class="card">
      <span class="small quiet">${label}</span> <b class="figure num">${wording.number(value)}</b>
    </li>`
  const linked = (links: readonly (readonly [address: string, text: string])[]) =>
    html`<ul class="person-links">
      ${links.map(([address, text]) => html`<li><a href="${address}"><bdi>${text}</bdi></a></li>`)}
    </ul>`
  const card = (title: string, content: Html | false) =>
    content && html`<section class="card"><h2>${title}</h2>${content}</section>`
  const isNamed = account.realName !== '' && account.realName !== account.username
  return html`<div class="heading">
      <h1>
        <bdi>${isNamed ? account.realName : account.username}</bdi>
        ${isNamed && html`<small><bdi>${account.username}</bdi></small>`}
      </h1>
    </div>
    ${
      account.registeredAt !== null &&
      html`<p class="quiet">${t('browse.person_since', { when: wording.day(account.registeredAt * 1_000_000) })}</p>`
    }
    ${publicProfile(await settingsOfAccount(db, account.id))}
    <ul class="cards person-figures">
      ${figure(t('browse.person_translations'), counts.translated)}
      ${figure(t('state.suggestions'), counts.suggested)}
      ${figure(t('browse.person_comments'), counts.commented)}
    </ul>
    <div class="two">
      <section class="card">
        <h2>${t('browse.recent_activity')}</h2>
        ${
          events.length === 0
            ? html`<p class="empty">${t('browse.nothing_happened')}</p>`
            : html`${eventList(context, events, {}, EVENTS_SHOWN)}
              <p class="small more">
                <a href="${placed('/changes/', {}, { user: account.username })}">${t('browse.whole_history')}</a>
              </p>`
        }
      </section>
      <div class="person-side">
        ${card(
          t('frame.languages'),
          languages.length > 0 &&
            linked(languages.map(row => [pageOf({ language: row.code }), wording.language(row)] as const)),
        )}
        ${card(
          t('frame.projects'),
          projects.length > 0 && linked(projects.map(({ slug, name }) => [pageOf({ project: slug }), name] as const)),
        )}
      </div>
    </div>`
}

async function countsOf(db: Reader, { permissions }: PageContext, account: number) {
  const rows = await visibleChanges(db.selectFrom('translation_change'), permissions, false)
    .select(['translation_change.action', eb => eb.fn.countAll<number>().as('n')])
    .where('translation_change.author_id', '=', account)
    .where('translation_change.action', 'in', Object.values(DONE).flat())
    .groupBy('translation_change.action')
    .execute()
  const sum = (actions: readonly number[]) =>
    rows.filter(row => actions.includes(row.action)).reduce((total, row) => total + Number(row.n), 0)
  return { translated: sum(DONE.translated), suggested: sum(DONE.suggested), commented: sum(DONE.commented) }
}

/** Languages the user translates into. */
const languagesOf = (db: Reader, account: number) =>
  db
    .selectFrom('account_language')
    .innerJoin('translation_language', 'translation_language.id', 'account_language.language_id')
    .select(['translation_language.code', 'translation_language.name'])
    .where('account_language.account_id', '=', account)
    .where('account_language.secondary', '=', 0)
    .orderBy('translation_language.name')
    .execute()

/** Projects with most contributions. */
async function projectsOf(db: Reader, { permissions }: PageContext, account: number) {
  const rows = await visibleChanges(db.selectFrom('translation_change'), permissions, false)
    .select(['translation_change.project_id', eb => eb.fn.countAll<number>().as('n')])
    .where('translation_change.author_id', '=', account)
    .where('translation_change.project_id', 'is not', null)
    .groupBy('translation_change.project_id')
    .orderBy('n', 'desc')
    .limit(PROJECTS)
    .execute()
  const ids = rows.flatMap(({ project_id }) => project_id ?? [])
  const named = await db
    .selectFrom('project')
    .select(['id', 'slug', 'name'])
    .where('id', 'in', [-1, ...ids])
    .execute()
  return named.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
