import type { Account } from '#accounts/account.ts'
import { ACCOUNT_MAIL_JOB } from '#accounts/account-mail.ts'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { membershipsOf } from '#accounts/memberships.ts'
import { hasSecondFactor } from '#accounts/second-factors.ts'
import { randomAlphanumeric } from '#accounts/secrets.ts'
import { card } from '#html/cards.ts'
import { actionButton, CONFIRM_FIELD, isConfirmed, notConfirmed, removalForm } from '#html/confirm.ts'
import { here, refused, viewOf } from '#html/form-outcome.ts'
import { formView, hidden, type Sent, sentValues, type Tried, textIn, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { timeOf } from '#html/times.ts'
import { seconds } from '#store/clock.ts'
import { outcomeOf } from '#translation/manage/section.ts'
import { personAddress } from '#translation/pages/place-addresses.ts'
import { actionApi } from '#wiki/actions/index.ts'
import { WikiAsker } from '#wiki/api/ask.ts'
import { openWiki } from '#wiki/open-wiki.ts'
import { type AdminOutcome, facts, idIn, note, numberOf, type Visit } from './section.ts'

const FIELDS = ['full_name', 'email', 'is_superuser', 'is_bot', 'date_expires']
const wikiAsker = new WikiAsker(actionApi)

const apiOf = ({ username }: Person, ...more: string[]): string =>
  `/${['users', username, ...more].map(each => `${encodeURIComponent(each)}/`).join('')}`

/** The API object of an account, with the account. */
interface Person extends Record<string, unknown> {
  readonly username: string
  readonly account: Account
}

/** Finds an account by name, if the reader can see it. */
export async function personAt(visit: Visit, name: string): Promise<Person | null> {
  const { store, accounts } = visit.services
  const account = name === '' ? null : await accounts.byName(store.read, name)
  if (account === null) return null
  const reply = await visit.ask<Omit<Person, 'account'>>('GET', `/users/${encodeURIComponent(account.username)}/`)
  return reply.ok ? ({ ...reply.body, account } as Person) : null
}

/** Settings of one account that administrators can change. */
export async function personView(visit: Visit, person: Person, tried: Tried | null): Promise<Html> {
  const { t, reader, permissions, services } = visit
  const { account } = person
  const time = (at: number | null) => (at === null ? '–' : timeOf(reader, at * 1_000_000))
  const about = facts([
    [
      t('account.email'),
      html`<bdi>${account.email || '–'}</bdi>
        ${
          account.email !== '' &&
          account.emailConfirmedAt === null &&
          html`<span class="chip">${t('admin.not_confirmed')}</span>`
        }`,
    ],
    [t('admin.registered'), time(account.registeredAt)],
    [t('admin.last_login'), time(account.lastLoginAt)],
    [t('admin.edits'), numberOf(reader, account.editCount)],
    [t('admin.number'), String(account.id)],
  ])
  const lock = viewOf(visit, account.isActive ? 'lock' : 'unlock', 'user', tried)
  const isSelf = account.id === visit.caller.account?.id
  const state = html`${about}
    ${wholeProblems(lock, [])}
    <div class="buttons">
      <a class="button" href="${personAddress(account.name)}">${t('admin.their_page')}</a>
      ${!isSelf && actionButton(lock, t(account.isActive ? 'admin.lock' : 'admin.unlock'))}
    </div>`
  const change = formView(viewOf(visit, 'change', 'user', tried), visit.fields('PATCH', apiOf(person)), {
    names: permissions.superuser ? FIELDS : FIELDS.filter(each => each !== 'is_superuser'),
    values: person,
    more: { full_name: { required: false }, email: { required: false } },
    submit: t('frame.save'),
  })
  const closeForm = removalForm(viewOf(visit, 'close', 'user', tried), {
    name: account.name,
    opens: t('admin.close_account'),
    submit: t('admin.close_account'),
    warning: t('admin.close_warning'),
  })
  return html`<p><a href="/admin/people/">${t('admin.all_people')}</a></p>
    ${card(
      'person',
      account.name,
      html`${!account.isActive && html`<p class="note">${t('admin.is_locked')}</p>`}${state}`,
    )}
    ${card('change', t('admin.account_data'), change)}
    ${card('groups', t('admin.wiki_groups'), await groupsForm(visit, person, tried), t('admin.wiki_groups_lead'))}
    ${card('teams', t('admin.teams'), await teamsForm(visit, person, tried))}
    ${card(
      'password',
      t('admin.way_in'),
      await wayIn(visit, person, tried),
      t(services.config.mailUrl === null ? 'admin.way_in_no_mail' : 'admin.way_in_lead'),
    )}
    ${!isSelf && card('close', t('admin.close_account'), closeForm, t('admin.close_lead'))}`
}

/** Checkboxes for groups the reader can change; the others as text. */
async function groupsForm(visit: Visit, { account }: Person, tried: Tried | null): Promise<Html> {
  const { t, services, caller } = visit
  const now = seconds(services.clock)
  const memberships = await membershipsOf(services.store.read, account.id, now)
  const has = new Set(memberships.map(each => each.group))
  const may = caller.changeableGroups()
  const isSelf = caller.account?.id === account.id
  const boxes = services.permissions.explicitGroups.filter(group =>
    (has.has(group)
      ? [...may.remove, ...(isSelf ? may['remove-self'] : [])]
      : [...may.add, ...(isSelf ? may['add-self'] : [])]
    ).includes(group),
  )
  const fixed = [...has].filter(group => !boxes.includes(group))
  const view = viewOf(visit, 'groups', 'user', tried)
  const kept = fixed.length > 0 && html`<p>${t('admin.groups_kept', { groups: fixed.join(', ') })}</p>`
  if (boxes.length === 0) return html`${kept}<p class="quiet">${t('admin.groups_fixed')}</p>`
  return html`<form method="post">
    ${hidden(view, { shown: boxes.join(' ') })}
    ${wholeProblems(view, [])}
    ${kept}
    <fieldset class="field plain-set">
      <legend>${t('admin.wiki_groups')}</legend>
      ${boxes.map(
        group =>
          html`<label class="choice">
            <input type="checkbox" name="groups" value="${group}"${has.has(group) && html` checked`}>
            <span>${group}</span>
          </label>`,
      )}
    </fieldset>
    <div class="field">
      <label for="groups-reason">${t('admin.reason')}</label>
      <input type="text" id="groups-reason" name="reason" maxlength="500" dir="auto">
    </div>
    <p class="buttons"><button class="button">${t('frame.save')}</button></p>
  </form>`
}

interface Team {
  readonly id: number
  readonly name: string
}

async function teamsForm(visit: Visit, { account }: Person, tried: Tried | null): Promise<Html> {
  const { t, services } = visit
  const db = services.store.read
  const teams: Team[] = await db
    .selectFrom('team')
    .select(['id', 'name'])
    .where('defining_project_id', 'is', null)
    .orderBy('name')
    .execute()
  const own = await db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .leftJoin('project', 'project.id', 'team.defining_project_id')
    .select(['team.id', 'team.name', 'project.name as project'])
    .where('account_id', '=', account.id)
    .orderBy('team.name')
    .execute()
  const out = viewOf(visit, 'leave', 'user', tried)
  const add = viewOf(visit, 'join', 'user', tried)
  const others = teams.filter(team => !own.some(each => each.id === team.id))
  return html`${
    own.length === 0
      ? html`<p class="quiet">${t('admin.no_teams_of')}</p>`
      : html`<ul class="plain-list rows">${own.map(
          each =>
            html`<li class="row">
              <span><bdi>${each.name}</bdi>
                ${each.project !== null && html`<small class="quiet"><bdi>${each.project}</bdi></small>`}</span>
              ${actionButton(out, t('manage.take_out'), { team: each.id }, { about: each.name })}
            </li>`,
        )}</ul>`
  }
    ${wholeProblems(out, [])}
    ${wholeProblems(add, [])}
    ${
      others.length > 0 &&
      html`<form method="post" class="one-line">
        ${hidden(add)}
        <div class="field">
          <label for="join-team">${t('admin.team')}</label>
          <select id="join-team" name="team">
            ${others.map(each => html`<option value="${each.id}">${each.name}</option>`)}
          </select>
        </div>
        <button class="button">${t('manage.add_person')}</button>
      </form>`
    }`
}

/** Password and API key. New ones, as with `parlance users passwd` and `users key`, only for superusers. */
async function wayIn(visit: Visit, { account }: Person, tried: Tried | null): Promise<Html> {
  const { t, services, permissions } = visit
  const button = (form: string, text: string) => actionButton(viewOf(visit, form, 'user', tried), text)
  const mayMail = services.config.mailUrl !== null && account.email !== ''
  const hasFactor = permissions.superuser && (await hasSecondFactor(services.store.read, account.id))
  return html`${(['reset', 'password', 'key', 'factor'] as const).map(form =>
    wholeProblems(viewOf(visit, form, 'user', tried), []),
  )}
    <div class="buttons">
      ${mayMail && button('reset', t('admin.send_reset'))}
      ${
        permissions.superuser &&
        html`${button('password', t('admin.new_password'))}${button('key', t('admin.new_key'))}`
      }
      ${hasFactor && button('factor', t('admin.remove_factor'))}
    </div>`
}

export async function takePerson(
  visit: Visit,
  person: Person,
  form: string,
  sent: Sent,
): Promise<AdminOutcome | undefined> {
  const { account } = person
  const back = (done: string, anchor = '') => here(visit, done, anchor, ['name'])
  const patch = async (body: Record<string, unknown>, done: string) =>
    outcomeOf(await visit.ask('PATCH', apiOf(person), { body }), back(done), form, sent)
  if (form === 'lock') return patch({ is_active: false }, 'locked')
  if (form === 'unlock') return patch({ is_active: true }, 'unlocked')
  if (form === 'change') {
    const names = visit.permissions.superuser ? FIELDS : FIELDS.filter(each => each !== 'is_superuser')
    const values = sentValues(visit.fields('PATCH', apiOf(person)), names, sent)
    // Many accounts have neither, and the API rejects empty values.
    for (const name of ['full_name', 'email']) if (values[name] === '') delete values[name]
    return patch(values, 'saved')
  }
  if (form === 'join' || form === 'leave') {
    const body = { group_id: idIn(textIn(sent, 'team')) ?? 0 }
    const reply = await visit.ask(form === 'join' ? 'POST' : 'DELETE', apiOf(person, 'groups'), { body })
    return outcomeOf(reply, back(form === 'join' ? 'joined' : 'left', 'card-teams'), form, sent)
  }
  if (form === 'groups') return changeGroups(visit, person, sent, back('saved', 'card-groups'))
  if (form === 'close') {
    if (!isConfirmed(sent, account.name)) return refused(form, sent, CONFIRM_FIELD, visit.t(notConfirmed))
    return outcomeOf(await visit.ask('DELETE', apiOf(person)), '/admin/people/?done=account_closed', form, sent)
  }
  if (form === 'reset') return sendReset(visit, account, back('reset_sent', 'card-password'))
  if (form === 'factor' && visit.permissions.superuser) {
    // Recorded in the change log. For users who lost their app and their recovery codes.
    await visit.services.secondFactors.remove(account, visit.caller.account!.id)
    return { go: back('factor_removed', 'card-password') }
  }
  return newSecret(visit, account, form)
}

/** Wiki groups, under the wiki's own permission rules. */
async function changeGroups(visit: Visit, { account }: Person, sent: Sent, go: string): Promise<AdminOutcome> {
  const { services, caller, reader } = visit
  const list = (value: unknown) => (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)
  const has = new Set(
    (await membershipsOf(services.store.read, account.id, seconds(services.clock))).map(each => each.group),
  )
  const chosen = new Set(list(sent.groups))
  const add = [...chosen].filter(group => !has.has(group))
  // Only groups shown as checkboxes can have been unchecked.
  const remove = textIn(sent, 'shown')
    .split(' ')
    .filter(group => has.has(group) && !chosen.has(group))
  if (add.length + remove.length === 0) return { go }
  const asking = { wiki: await openWiki(services), caller, language: reader.language }
  const reason = textIn(sent, 'reason')
  const response = await wikiAsker.post(asking, { action: 'userrights', user: `#${account.id}`, add, remove, reason })
  if (response.ok) return { go }
  const detail = response.errors.map(({ html: text }) => text.replace(/<[^>]*>/g, '')).join(' ')
  return { status: 400, tried: { form: 'groups', typed: sent, problems: [{ attr: null, code: 'invalid', detail }] } }
}

async function sendReset(visit: Visit, account: Account, go: string): Promise<AdminOutcome> {
  const { services, reader } = visit
  if (services.config.mailUrl === null || account.email === '') return { go: here(visit, 'meanwhile', '', ['name']) }
  const payload = { account: account.id, purpose: 'password', language: reader.language }
  await services.store.transaction(async tx => {
    await services.jobs.enqueue(tx, { kind: ACCOUNT_MAIL_JOB, payload })
    await note(tx, visit, 'password-mail', account.name)
  })
  return { go }
}

/** A generated password, shown once, as on the command line. */
async function newSecret(visit: Visit, account: Account, form: string): Promise<AdminOutcome | undefined> {
  const { services, permissions, caller, t } = visit
  if (!permissions.superuser || (form !== 'password' && form !== 'key')) return undefined
  const { accounts, store, clock } = services
  const by = caller.account!.id
  let secret: string
  if (form === 'password') {
    secret = randomAlphanumeric(16)
    await accounts.setPassword(account, secret, by)
  } else
    secret = await store.transaction(async tx => {
      const key = await regenerateApiKey(tx, account.id, clock)
      await note(tx, visit, 'key-made', account.name)
      return key
    })
  const text = t(form === 'password' ? 'admin.password_made' : 'admin.key_made', { name: account.name })
  return {
    reveal: html`<div class="note good" role="status">
      <p>${text}</p>
      <p><code class="secret" dir="ltr">${secret}</code></p>
    </div>`,
  }
}
