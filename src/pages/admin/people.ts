import { ACCOUNT_MAIL_JOB } from '#accounts/account-mail.ts'
import { type ListedAccount, listAccounts } from '#accounts/list-accounts.ts'
import { card } from '#html/cards.ts'
import { viewOf } from '#html/form-outcome.ts'
import { formView, type Sent, sentValues, type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { initials, scrolling } from '#html/page.ts'
import { timeOf } from '#html/times.ts'
import { seconds } from '#store/clock.ts'
import { personAt, personView, takePerson } from './person.ts'
import { type AdminOutcome, type AdminSection, idIn, type Visit } from './section.ts'

const SHOWN = 50
const NEW_FIELDS = ['username', 'full_name', 'email', 'is_superuser', 'is_bot']

/** Accounts: search, creation and links to details. */
export const people: AdminSection = {
  name: 'people',
  title: 'search.people',
  lead: 'admin.people_lead',
  opens: permissions => permissions.onSite('user.edit'),
  show: async (visit, tried) => {
    const name = visit.search.get('name')
    if (name === null) return { content: await list(visit, tried) }
    const person = await personAt(visit, name)
    return { content: person === null ? notThere(visit, name) : await personView(visit, person, tried) }
  },
  take: async (visit, form, sent) => {
    const name = visit.search.get('name')
    if (name === null) return form === 'create' ? create(visit, sent) : undefined
    const person = await personAt(visit, name)
    return person === null ? undefined : takePerson(visit, person, form, sent)
  },
}

const notThere = ({ t }: Visit, name: string): Html =>
  html`<p><a href="/admin/people/">${t('admin.all_people')}</a></p>
    <p class="empty">${t('admin.no_such_person', { name })}</p>`

async function list(visit: Visit, tried: Tried | null): Promise<Html> {
  const { services, t } = visit
  const parameter = (name: string) => (visit.search.get(name) ?? '').trim().replaceAll('\0', '').slice(0, 300)
  const group = services.permissions.explicitGroups.find(each => each === parameter('group'))
  const accounts = await find(visit, parameter('q'), group)
  const rows = accounts.slice(0, SHOWN)
  const next = new URLSearchParams(visit.search)
  next.set('after', String(rows.at(-1)?.id))
  const filter = html`<form class="one-line filters" method="get" role="search" aria-label="${t('admin.find_people')}">
    <div class="field">
      <label for="find-q">${t('admin.name_or_email')}</label>
      <input type="search" id="find-q" name="q" value="${parameter('q')}" dir="auto" autocapitalize="none"
        spellcheck="false">
    </div>
    <div class="field">
      <label for="find-group">${t('admin.wiki_group')}</label>
      <select id="find-group" name="group">
        <option value="">${t('admin.any')}</option>
        ${services.permissions.explicitGroups.map(
          each => html`<option${each === group && html` selected`}>${each}</option>`,
        )}
      </select>
    </div>
    <button class="button">${t('manage.find')}</button>
  </form>`
  const content =
    rows.length === 0
      ? html`<p class="empty">${t('admin.nobody_found')}</p>`
      : html`<div class="card">${scrolling(t('search.people'), table(visit, rows))}</div>
        ${accounts.length > SHOWN && html`<p><a class="button" href="?${next.toString()}">${t('manage.next')}</a></p>`}`
  const fields = visit.fields('POST', '/users/')
  const form = formView(viewOf(visit, 'create', 'user', tried), fields, {
    names: visit.permissions.superuser ? NEW_FIELDS : NEW_FIELDS.filter(each => each !== 'is_superuser'),
    more: { email: { required: services.config.mailUrl !== null } },
    after: services.config.mailUrl !== null && html`<p class="quiet">${t('admin.create_mail')}</p>`,
    submit: t('admin.create'),
  })
  return html`${filter}${content}
    ${card('create', t('admin.new_account'), form, t('admin.new_account_lead'))}
    ${card(
      'invite',
      t('manage.invite'),
      html`<p class="buttons"><a class="button" href="/accounts/invitations/">${t('manage.invite')}</a></p>`,
      t('admin.invite_lead'),
    )}`
}

/** Finds accounts by name prefix or full email address. Hidden names only with permission. */
async function find(visit: Visit, q: string, group: string | undefined): Promise<readonly ListedAccount[]> {
  const { services, caller } = visit
  const { store, clock, accounts } = services
  const now = seconds(clock)
  const withoutHidden = !caller.can('hideuser')
  if (q.includes('@')) {
    const names = (await accounts.byEmail(store.read, q)).map(each => each.name)
    const all = await Promise.all(names.map(begins => first({ begins })))
    return all.flatMap((rows, i) => rows.filter(each => each.name === names[i]))
  }
  return first({ begins: q, after: idIn(visit.search.get('after')) ?? 0 })

  async function first(more: { begins: string; after?: number }): Promise<readonly ListedAccount[]> {
    for await (const batch of listAccounts(store.read, { now, group, withoutHidden, atOnce: SHOWN + 1, ...more }))
      return batch
    return []
  }
}

function table({ t, reader, services }: Visit, rows: readonly ListedAccount[]): Html {
  const now = seconds(services.clock)
  const time = (at: number | null) => (at === null ? '–' : timeOf(reader, at * 1_000_000))
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${t('account.name')}</th>
        <th scope="col">${t('account.email')}</th>
        <th scope="col">${t('admin.wiki_groups')}</th>
        <th scope="col">${t('admin.registered')}</th>
        <th scope="col">${t('admin.last_login')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        each =>
          html`<tr>
            <th scope="row">
              <a class="person" href="/admin/people/?name=${encodeURIComponent(each.name)}">
                <span class="face small-face" aria-hidden="true">${initials(each.name)}</span>
                <bdi>${each.name}</bdi>
              </a> ${marks(t, each, now)}
            </th>
            <td><bdi>${each.email || '–'}</bdi></td>
            <td>${each.groups.join(', ') || '–'}</td>
            <td class="nowrap">${time(each.registeredAt)}</td>
            <td class="nowrap">${time(each.lastLoginAt)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

/** Badges of an account. */
export const marks = (t: Visit['t'], account: Omit<ListedAccount, 'groups'>, now: number): Html[] =>
  [
    account.isSuperuser && t('admin.superuser'),
    account.isBot && t('admin.bot'),
    !account.isActive && t('admin.locked'),
    account.expiresAt !== null && account.expiresAt <= now && t('admin.expired'),
  ].flatMap(word => (word === false ? [] : [html`<span class="chip">${word}</span> `]))

async function create(visit: Visit, sent: Sent): Promise<AdminOutcome> {
  const { services } = visit
  const body = sentValues(visit.fields('POST', '/users/'), NEW_FIELDS, sent)
  const made = await visit.ask<{ id: number; username: string }>('POST', '/users/', { body })
  if (!made.ok) return { status: made.status, tried: { form: 'create', problems: made.problems, typed: sent } }
  const { id, username } = made.body
  if (services.config.mailUrl !== null && textIn(sent, 'email') !== '') {
    const payload = { account: id, purpose: 'password', language: visit.reader.language }
    await services.store.transaction(tx => services.jobs.enqueue(tx, { kind: ACCOUNT_MAIL_JOB, payload }))
  }
  return { go: `/admin/people/?name=${encodeURIComponent(username)}&done=account_created` }
}
