import { CATEGORIES, type EntryRow } from '#core/audit/entry.ts'
import { findEntries } from '#core/audit/find-entries.ts'
import { verifyChain } from '#core/audit/verify.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { filterIn, typedIn } from './audit-filter.ts'
import { logTable } from './log-table.ts'
import { type AdminSection, idIn, numberOf, type Visit } from './section.ts'

const SHOWN = 50
/** Entries that each view of the page verifies. */
const CHECKED = 10_000

const CATEGORY_TEXTS = {
  'sign-in': 'admin.audit_sign_in',
  rights: 'account.grants',
  settings: 'frame.settings',
  deletion: 'admin.audit_deletion',
  log: 'admin.audit',
} as const

/** The audit log. It has addresses and names private projects, so only superusers can see it. */
export const audit: AdminSection = {
  name: 'audit',
  title: 'admin.audit',
  lead: 'admin.audit_lead',
  opens: permissions => permissions.superuser,
  show: async visit => {
    const { services, t, search } = visit
    const db = services.store.primary
    const filter = filterIn(search)
    const { entries, older } = await findEntries(db, filter, idIn(search.get('below')), SHOWN)
    const next = new URLSearchParams(search)
    next.set('below', String(older))
    return {
      content: html`${await state(visit)}
        ${filterForm(visit)}
        ${
          entries.length === 0
            ? html`<p class="empty">${t(older === null ? 'admin.no_changes' : 'admin.no_changes_here')}</p>`
            : html`<div class="card">${scrolling(t('admin.audit'), table(visit, entries))}</div>`
        }
        <p class="buttons">
          ${older !== null && html`<a class="button" href="?${next.toString()}">${t('manage.older')}</a>`}
          <a class="button" href="${exportAddress(search, 'csv')}">${t('admin.audit_csv')}</a>
          <a class="button" href="${exportAddress(search, 'jsonl')}">${t('admin.audit_jsonl')}</a>
        </p>`,
    }
  },
}

function exportAddress(search: URLSearchParams, format: string): string {
  const params = new URLSearchParams(search)
  params.delete('below')
  params.set('format', format)
  return `/admin/audit/export?${params.toString()}`
}

/** Whether the chain is intact, and the value to compare it with later. */
async function state({ services, t, reader }: Visit): Promise<Html> {
  const { entries, head, broken } = await verifyChain(services.store.primary, { newest: CHECKED })
  if (broken !== null)
    return html`<p class="note wrong" role="alert">${t('admin.audit_broken', { number: numberOf(reader, broken.seq) })}</p>`
  if (head.seq === 0) return html``
  const last = numberOf(reader, head.seq)
  const first = numberOf(reader, head.seq - entries + 1)
  return html`<div class="note good" role="status">
    <p>${t('admin.audit_intact', { first, last })}
      ${entries === CHECKED && html` ${t('admin.audit_rest', { command: 'parlance audit verify' })}`}</p>
    <p>${t('admin.audit_checkpoint')} <code class="secret" dir="ltr">${head.seq}:${head.hash}</code></p>
  </div>`
}

function filterForm({ t, search }: Visit): Html {
  const field = (name: string, label: string, type = 'text') =>
    html`<div class="field">
      <label for="filter-${name}">${label}</label>
      <input type="${type}" id="filter-${name}" name="${name}" value="${typedIn(search, name)}"
        ${type === 'text' && html` dir="auto" autocapitalize="none" spellcheck="false"`}>
    </div>`
  return html`<form class="one-line filters" method="get">
    <div class="field">
      <label for="filter-category">${t('admin.area')}</label>
      <select id="filter-category" name="category">
        <option value="">${t('admin.any')}</option>
        ${CATEGORIES.map(
          each =>
            html`<option value="${each}"${search.get('category') === each && html` selected`}>${t(CATEGORY_TEXTS[each])}</option>`,
        )}
      </select>
    </div>
    ${field('event', t('admin.kind'))}
    ${field('user', t('admin.person'))}
    ${field('since', t('browse.from'), 'date')}
    ${field('until', t('browse.until'), 'date')}
    <button class="button">${t('admin.filter')}</button>
  </form>`
}

function table(visit: Visit, entries: readonly EntryRow[]): Html {
  const area = (name: string) =>
    name in CATEGORY_TEXTS ? visit.t(CATEGORY_TEXTS[name as keyof typeof CATEGORY_TEXTS]) : name
  return logTable(
    visit,
    entries.map(each => ({
      at: each.at,
      area: area(each.category),
      kind: each.event,
      actor: each.event === 'login-failed' ? undefined : each.actor || null,
      subject: each.subject,
      details: detailsOf(each),
    })),
  )
}

function detailsOf({ seq, address, data, hash }: EntryRow): string {
  const facts = [`entry ${seq}`, ...(address === '' ? [] : [`address ${address}`]), ...(data === '{}' ? [] : [data])]
  return [...facts, `hash ${hash}`].join('\n')
}
