import { findChanges, type LoggedChange } from '#events/change-log.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { logTable } from './log-table.ts'
import { type AdminSection, idIn, type Visit } from './section.ts'

const SHOWN = 50
const AREAS = ['accounts', 'wiki', 'translation', 'mail', 'site'] as const
const AREA_TEXTS = {
  accounts: 'admin.area_accounts',
  wiki: 'frame.wiki',
  translation: 'admin.area_translation',
  mail: 'admin.mail',
  site: 'admin.area_site',
} as const

/** The change log. Includes private projects and pages, so only superusers can see it. */
export const changes: AdminSection = {
  name: 'changes',
  title: 'admin.changes',
  lead: 'admin.changes_lead',
  opens: permissions => permissions.superuser,
  show: async visit => {
    const { services, t } = visit
    const parameter = (name: string) => (visit.search.get(name) ?? '').trim().replaceAll('\0', '').slice(0, 300)
    const { store, accounts } = services
    const who = parameter('user')
    const account = who === '' ? undefined : await accounts.byName(store.read, who)
    const area = AREAS.find(each => each === parameter('area'))
    const filter = {
      area,
      kind: parameter('kind') || undefined,
      subject: parameter('subject') || undefined,
      accountId: account === undefined ? undefined : (account?.id ?? -1),
    }
    const { changes: entries, older } = await findChanges(store.read, filter, idIn(visit.search.get('below')), SHOWN)
    const next = new URLSearchParams(visit.search)
    next.set('below', String(older))
    return {
      content: html`${filterForm(visit, parameter)}
        ${account === null && html`<p class="note">${t('admin.no_such_person', { name: who })}</p>`}
        ${
          entries.length === 0
            ? html`<p class="empty">${t(older === null ? 'admin.no_changes' : 'admin.no_changes_here')}</p>`
            : html`<div class="card">${scrolling(t('admin.changes'), await table(visit, entries))}</div>`
        }
        ${older !== null && html`<p><a class="button" href="?${next.toString()}">${t('manage.older')}</a></p>`}`,
    }
  },
}

function filterForm({ t }: Visit, parameter: (name: string) => string): Html {
  const field = (name: string, label: string) =>
    html`<div class="field">
      <label for="filter-${name}">${label}</label>
      <input type="text" id="filter-${name}" name="${name}" value="${parameter(name)}" dir="auto" autocapitalize="none"
        spellcheck="false">
    </div>`
  return html`<form class="one-line filters" method="get">
    <div class="field">
      <label for="filter-area">${t('admin.area')}</label>
      <select id="filter-area" name="area">
        <option value="">${t('admin.any')}</option>
        ${AREAS.map(
          each =>
            html`<option value="${each}"${parameter('area') === each && html` selected`}>${t(AREA_TEXTS[each])}</option>`,
        )}
      </select>
    </div>
    ${field('kind', t('admin.kind'))}
    ${field('user', t('admin.person'))}
    ${field('subject', t('admin.about_begins'))}
    <button class="button">${t('admin.filter')}</button>
  </form>`
}

async function table(visit: Visit, entries: readonly LoggedChange[]): Promise<Html> {
  const { services, t } = visit
  const ids = entries.flatMap(({ accountId }) => accountId ?? [])
  const accounts = await services.store.read
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', 'in', [-1, ...ids])
    .execute()
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const area = (name: string) => (name in AREA_TEXTS ? t(AREA_TEXTS[name as keyof typeof AREA_TEXTS]) : name)
  return logTable(
    visit,
    entries.map(({ at, area: name, kind, accountId, subject, data }) => ({
      at,
      area: area(name),
      kind,
      actor: (accountId !== null && names.get(accountId)) || null,
      subject,
      details: Object.keys(data).length === 0 ? '' : JSON.stringify(data, null, 1),
    })),
  )
}
