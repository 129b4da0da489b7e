import { findChanges, type LoggedChange } from '#events/change-log.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { timeOf } from '#html/times.ts'
import { personAddress } from '#translation/pages/place-addresses.ts'
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

async function table({ services, t, reader }: Visit, entries: readonly LoggedChange[]): Promise<Html> {
  const ids = entries.flatMap(({ accountId }) => accountId ?? [])
  const accounts = await services.store.read
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', 'in', [-1, ...ids])
    .execute()
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const who = (id: number | null) => {
    const name = id === null ? undefined : names.get(id)
    return name === undefined ? t('manage.system') : html`<a href="${personAddress(name)}"><bdi>${name}</bdi></a>`
  }
  const area = (name: string) => (name in AREA_TEXTS ? t(AREA_TEXTS[name as keyof typeof AREA_TEXTS]) : name)
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${t('admin.when')}</th>
        <th scope="col">${t('admin.area')}</th>
        <th scope="col">${t('admin.kind')}</th>
        <th scope="col">${t('admin.person')}</th>
        <th scope="col">${t('admin.about')}</th>
      </tr>
    </thead>
    <tbody>
      ${entries.map(
        each =>
          html`<tr>
            <td class="nowrap">${timeOf(reader, each.at * 1_000_000)}</td>
            <td>${area(each.area)}</td>
            <td><code>${each.kind}</code></td>
            <td>${who(each.accountId)}</td>
            <td class="wrap"><bdi>${each.subject}</bdi>${details(t('admin.details'), each)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

const LONGEST = 2000

/** Structured details of an entry. */
function details(label: string, { data }: LoggedChange): Html | null {
  if (Object.keys(data).length === 0) return null
  const text = JSON.stringify(data, null, 1)
  return html`<details class="more">
    <summary>${label}</summary>
    <pre class="code" dir="ltr">${text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text}</pre>
  </details>`
}
