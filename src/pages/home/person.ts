import type { Account } from '#accounts/account.ts'
import { microseconds } from '#fields/timestamp.ts'
import { dashboardCard } from '#html/cards.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import { initials, scrolling } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Reader as Database } from '#store/store.ts'
import type { ProjectRow } from '#translation/catalogue/components.ts'
import { settingsOfAccount } from '#translation/catalogue/personal-settings.ts'
import { announcementView } from '#translation/pages/announcements.ts'
import { pageOf, stringsOf } from '#translation/pages/place-addresses.ts'
import type { PageContext } from '#translation/pages/send-page.ts'
import { bar } from '#translation/pages/shapes/bar.ts'
import { COUNTED, type Counted } from '#translation/pages/shapes/counted.ts'
import { eventList } from '#translation/pages/shapes/events.ts'
import { type Event, eventsIn } from '#translation/reports/events.ts'
import type { PlaceName } from '#translation/reports/place.ts'
import { totalsByLanguage } from '#translation/reports/visible-totals.ts'
import type { Totals } from '#translation/statistics/statistics.ts'
import { mentionsOf } from './mentions.ts'
import { type ProjectTotals, projectsWithTotals } from './visitor.ts'
import type { WikiCards } from './wiki-cards.ts'

/** Maximum number of watched projects shown. */
const MOST_WATCHED = 12
const MOST_EVENTS = 10

const WAITING: readonly [Counted, TextKey][] = [
  [COUNTED.unfinished, 'home.unfinished'],
  [COUNTED.needsEditing, 'state.needs_editing'],
  [COUNTED.suggestions, 'state.suggestions'],
  [COUNTED.failing, 'state.failing'],
]

/** The dashboard: open work and recent activity. */
export async function personPage(
  context: PageContext,
  account: Account,
  { notice, cards }: WikiCards,
  more: Piece,
): Promise<Html> {
  const { services } = context
  const { t } = context.reader
  const db = services.store.read
  const languages = await languagesOfAccount(db, account.id)
  const watched = await watchedBy(context, account.id)
  const news = await announcements(
    context,
    watched,
    languages.map(({ id }) => id),
  )
  const { hide_completed } = await settingsOfAccount(db, account.id)
  const translates = languages.length > 0 || watched.length > 0
  const work = [
    await languagesCard(context, languages, hide_completed),
    await watchedCard(context, hide_completed ? watched.filter(({ totals }) => isOpen(totals)) : watched, languages),
  ]
  return html`<div class="heading">
      <h1>${t('home.dashboard')}</h1>
      <div class="buttons">
        <a class="button" href="/projects/">${t('frame.projects')}</a>
        <a class="button" href="/languages/">${t('frame.languages')}</a>
      </div>
    </div>
    ${news}${notice}
    <div class="two dashboard">
      <div>${translates ? [work, cards] : [cards, work]}</div>
      <div>${await mentionsCard(context, account)}${await latelyCard(context, watched)}${more}</div>
    </div>`
}

type Language = Awaited<ReturnType<typeof languagesOfAccount>>[number]

const languagesOfAccount = (db: Database, account: number) =>
  db
    .selectFrom('account_language')
    .innerJoin('translation_language as language', 'language.id', 'account_language.language_id')
    .select(['language.id', 'language.code', 'language.name'])
    .where('account_language.account_id', '=', account)
    .where('account_language.secondary', '=', 0)
    .orderBy('language.name')
    .execute()

async function watchedBy(context: PageContext, account: number): Promise<ProjectTotals[]> {
  const rows = await context.services.store.read
    .selectFrom('project_watch')
    .select('project_id')
    .where('account_id', '=', account)
    .execute()
  if (rows.length === 0) return []
  const ids = new Set(rows.map(row => row.project_id))
  const all = await projectsWithTotals(context)
  return all
    .filter(({ project }) => ids.has(project.id))
    .sort((a, b) => (b.totals.last_change ?? 0) - (a.totals.last_change ?? 0))
    .slice(0, MOST_WATCHED)
}

/** Whether anything is left to translate. */
const isOpen = (totals: Totals | undefined): boolean => totals === undefined || totals.translated < totals.total

async function languagesCard(
  context: PageContext,
  languages: readonly Language[],
  hidesCompleted: boolean,
): Promise<Html> {
  const { reader, services, permissions, wording } = context
  const { t } = reader
  const title = t('home.your_languages')
  const change = html`<a class="small" href="/account/">${t('home.choose')}</a>`
  if (languages.length === 0)
    return dashboardCard(
      'your-languages',
      title,
      html`<p class="empty">
        ${t('home.choose_languages')}<br><a class="button first" href="/account/">${t('home.choose')}</a>
      </p>`,
    )
  const totals = await totalsByLanguage(services.store.read, permissions, {})
  const shown = languages.filter(({ id }) => !hidesCompleted || isOpen(totals.get(id)))
  const rows = shown.map(language => {
    const name = wording.language(language)
    return waitingRow(
      context,
      html`<a href="${pageOf({ language: language.code })}">${name}</a>`,
      { language: language.code },
      totals.get(language.id),
    )
  })
  return dashboardCard('your-languages', title, waitingTable(context, title, t('home.language'), rows), change)
}

function waitingTable({ reader: { t } }: PageContext, label: string, what: string, rows: readonly Html[]): Html {
  const heads = WAITING.map(([, word]) => html`<th scope="col" class="end">${t(word)}</th>`)
  return scrolling(
    label,
    html`<table class="waiting">
      <thead><tr><th scope="col">${what}</th><th scope="col" class="extra">${t('home.state')}</th>${heads}</tr></thead>
      <tbody>${rows}</tbody>
    </table>`,
  )
}

/** Each number links to the strings it counts. */
function waitingRow(
  context: PageContext,
  name: Piece,
  place: PlaceName,
  totals: Totals | undefined,
  only: readonly Language[] = [],
): Html {
  const { wording } = context
  const cells = WAITING.map(([counted]) => {
    const count = totals === undefined ? 0 : counted.strings(totals)
    return html`<td class="end">
      ${
        count === 0
          ? html`<span class="quiet">0</span>`
          : html`<a href="${stringsOf(place, narrowed(counted.q, only))}">${wording.number(count)}</a>`
      }
    </td>`
  })
  return html`<tr><th scope="row">${name}</th><td class="extra">${totals && bar(context, totals)}</td>${cells}</tr>`
}

/** Restricts a search to languages. */
const narrowed = (q: string, languages: readonly Language[]): string =>
  languages.length === 0 ? q : `${q} AND (${languages.map(({ code }) => `language:${code}`).join(' OR ')})`

async function watchedCard(
  context: PageContext,
  watched: readonly ProjectTotals[],
  languages: readonly Language[],
): Promise<Html> {
  const { t } = context.reader
  const title = t('home.watched')
  if (watched.length === 0)
    return dashboardCard(
      'watched',
      title,
      html`<p class="empty">
        ${t('home.watch_none')}<br><a class="button" href="/projects/">${t('home.find_project')}</a>
      </p>`,
    )
  const rows: Html[] = []
  for (const { project, totals } of watched) {
    const own = languages.length === 0 ? totals : await inLanguages(context, project, languages)
    const name = html`<a href="${pageOf({ project: project.slug })}"><bdi>${project.name}</bdi></a>`
    rows.push(waitingRow(context, name, { project: project.slug }, own, languages))
  }
  const aside = languages.length > 0 && html`<span class="small quiet">${t('home.in_your_languages')}</span>`
  return dashboardCard('watched', title, waitingTable(context, title, t('home.project'), rows), aside)
}

/** Progress of a project in several languages. */
async function inLanguages(
  { services, permissions }: PageContext,
  project: ProjectRow,
  languages: readonly Language[],
): Promise<Totals | undefined> {
  const totals = await totalsByLanguage(services.store.read, permissions, { project })
  const mine = languages.flatMap(({ id }) => totals.get(id) ?? [])
  return mine.reduce<Totals | undefined>((sum, row) => (sum ? added(sum, row) : row), undefined)
}

const added = (a: Totals, b: Totals): Totals =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => [
      name,
      name === 'last_change'
        ? Math.max(Number(value ?? 0), b.last_change ?? 0) || null
        : Number(value) + Number(b[name as 'total']),
    ]),
  ) as unknown as Totals

async function mentionsCard(context: PageContext, account: Account): Promise<Html> {
  const { reader, wording } = context
  const { t } = reader
  const mentions = await mentionsOf(context, account, 5)
  const items = mentions.map(
    ({ who, where, text, address, at }) =>
      html`<li>
        <span class="face small-face" aria-hidden="true">${who === null ? '?' : initials(who)}</span>
        <div>
          <a class="plain" href="${address}"><bdi>${text}</bdi></a>
          <span class="quiet block">
            ${t.html('home.mentioned', {
              who: html`<bdi>${who ?? t('browse.hidden_person')}</bdi>`,
              where: html`<bdi>${where}</bdi>`,
            })}
          </span>
          ${wording.ago(at)}
        </div>
      </li>`,
  )
  return dashboardCard(
    'mentions',
    t('home.mentions'),
    items.length === 0 ? html`<p class="quiet">${t('home.no_mentions')}</p>` : html`<ul class="events">${items}</ul>`,
  )
}

/** Scope of the activity: watched projects, or the whole site. */
async function latelyCard(context: PageContext, watched: readonly ProjectTotals[]): Promise<Html> {
  const { services, permissions } = context
  const { store, clock } = services
  const { t } = context.reader
  const ask = { db: store.read, permissions, clock }
  const events: Event[] = []
  if (watched.length === 0) events.push(...(await eventsIn(ask, {}, {}, 60)))
  for (const { project } of watched.slice(0, 5)) events.push(...(await eventsIn(ask, { project }, {}, 40)))
  events.sort((a, b) => b.timestamp - a.timestamp || b.id - a.id)
  return dashboardCard(
    'lately',
    t('home.recent_activity'),
    eventList(context, events, {}, MOST_EVENTS),
    html`<a class="small" href="/changes/">${t('home.whole_history')}</a>`,
  )
}

/** Announcements of the site, and of watched projects in the user's languages. */
async function announcements(
  context: PageContext,
  watched: readonly ProjectTotals[],
  languages: readonly number[],
): Promise<Html[]> {
  const now = microseconds(context.services.clock)
  const projects = [-1, ...watched.map(({ project }) => project.id)]
  const rows = await context.services.store.read
    .selectFrom('announcement')
    .leftJoin('project', 'project.id', 'announcement.project_id')
    .leftJoin('component', 'component.id', 'announcement.component_id')
    .select(['announcement.id', 'announcement.message', 'announcement.severity', 'project.name', 'project.slug'])
    .where('announcement.id', 'not in', [-1, ...(context.reader.dismissed ?? [])])
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(eb => eb.or([eb('announcement.project_id', 'is', null), eb('announcement.project_id', 'in', projects)]))
    .where(eb =>
      eb.or([eb('announcement.language_id', 'is', null), eb('announcement.language_id', 'in', [-1, ...languages])]),
    )
    .where(eb => eb.or([eb('announcement.component_id', 'is', null), eb('component.restricted', '=', 0)]))
    .orderBy('announcement.id', 'desc')
    .limit(5)
    .execute()
  return rows.map(({ name, slug, ...row }) =>
    announcementView(
      context.reader,
      row,
      name !== null && html`<a class="announcement-lead" href="${pageOf({ project: slug! })}"><bdi>${name}</bdi></a>`,
    ),
  )
}
