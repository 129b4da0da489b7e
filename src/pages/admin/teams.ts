import { card } from '#html/cards.ts'
import { actionButton, CONFIRM_FIELD, isConfirmed, notConfirmed, removalForm } from '#html/confirm.ts'
import { here, type Outcome, refused, viewOf } from '#html/form-outcome.ts'
import { formView, hidden, type Sent, sentValues, type Tried, textIn, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { outcomeOf } from '#translation/manage/section.ts'
import { type Role, rolesOf } from './roles.ts'
import { type AdminSection, idIn, numberOf, type Visit } from './section.ts'

const NAMES = ['name', 'project_selection', 'language_selection', 'enforced_2fa']
const SHOWN_MEMBERS = 200

/** A team from the API, with related objects as URLs. */
interface Team {
  readonly id: number
  readonly name: string
  readonly project_selection: number
  readonly language_selection: number
  readonly enforced_2fa: boolean
  readonly roles: readonly string[]
  readonly projects: readonly string[]
  readonly languages: readonly string[]
  readonly admins: readonly string[]
}

const lastOf = (address: string): string => decodeURIComponent(address.split('/').at(-2) ?? '')
const teamPath = (id: number | string, ...more: (string | number)[]): string =>
  `/${['groups', id, ...more].map(each => `${encodeURIComponent(String(each))}/`).join('')}`

/** Sitewide teams: members, roles and scope. Project teams are managed in their project. */
export const teams: AdminSection = {
  name: 'teams',
  title: 'admin.teams',
  lead: 'admin.teams_lead',
  opens: permissions => permissions.onSite('group.edit'),
  show: async (visit, tried) => {
    const id = idIn(visit.search.get('id'))
    if (id === null) return { content: await list(visit, tried) }
    const reply = await visit.ask<Team>('GET', teamPath(id))
    return {
      content: reply.ok
        ? await one(visit, reply.body, tried)
        : html`<p class="empty">${visit.t('admin.no_such_team')}</p>`,
    }
  },
  take: async (visit, form, sent) => {
    const id = idIn(visit.search.get('id'))
    if (id !== null) return takeTeam(visit, id, form, sent)
    if (form !== 'create') return undefined
    const body = sentValues(visit.fields('POST', '/groups/'), NAMES, sent)
    const made = await visit.ask<Team>('POST', '/groups/', { body })
    return outcomeOf(made, made.ok ? `/admin/teams/?id=${made.body.id}&done=team_added` : '', form, sent)
  },
}

async function list(visit: Visit, tried: Tried | null): Promise<Html> {
  const { t, reader, services } = visit
  const rows = await services.store.read
    .selectFrom('team')
    .leftJoin('team_member', 'team_member.team_id', 'team.id')
    .select(eb => [
      'team.id',
      'team.name',
      'team.internal',
      eb.fn.count<number>('team_member.account_id').as('members'),
    ])
    .where('team.defining_project_id', 'is', null)
    .groupBy(['team.id', 'team.name', 'team.internal'])
    .orderBy('team.name')
    .execute()
  const roleRows = await services.store.read
    .selectFrom('team_role')
    .innerJoin('role', 'role.id', 'team_role.role_id')
    .select(['team_role.team_id', 'role.name'])
    .orderBy('role.name')
    .execute()
  const table = html`<table>
    <thead>
      <tr>
        <th scope="col">${t('admin.team')}</th>
        <th scope="col" class="end">${t('admin.members')}</th>
        <th scope="col">${t('admin.roles')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        row =>
          html`<tr>
            <th scope="row"><a href="?id=${row.id}"><bdi>${row.name}</bdi></a></th>
            <td class="end num">${numberOf(reader, Number(row.members))}</td>
            <td class="wrap">
              ${
                roleRows
                  .filter(each => each.team_id === row.id)
                  .map(each => each.name)
                  .join(', ') || '–'
              }
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`
  const form = formView(viewOf(visit, 'create', 'team', tried), visit.fields('POST', '/groups/'), {
    names: NAMES,
    submit: t('manage.add_team'),
  })
  return html`<div class="card">${scrolling(t('admin.teams'), table)}</div>${card('new', t('manage.new_team'), form)}`
}

async function one(visit: Visit, team: Team, tried: Tried | null): Promise<Html> {
  const { t } = visit
  const { internal } = await visit.services.store.read
    .selectFrom('team')
    .select('internal')
    .where('id', '=', team.id)
    .executeTakeFirstOrThrow()
  const settings = formView(viewOf(visit, 'change', 'team', tried), visit.fields('PATCH', teamPath(team.id)), {
    names: NAMES,
    values: { ...team },
    submit: t('frame.save'),
  })
  const removeForm = removalForm(viewOf(visit, 'remove', 'team', tried), {
    name: team.name,
    opens: t('manage.remove_team'),
    submit: t('manage.remove_team'),
    warning: t('admin.remove_team_warning'),
  })
  return html`<p><a href="/admin/teams/">${t('admin.all_teams')}</a></p>
    ${card('team', team.name, settings)}
    ${card('roles', t('admin.roles'), rolesForm(visit, team, await rolesOf(visit), tried))}
    ${
      team.project_selection === 0 &&
      card('projects', t('frame.projects'), await partForm(visit, team, 'projects', tried))
    }
    ${
      team.language_selection === 0 &&
      card('languages', t('frame.languages'), await partForm(visit, team, 'languages', tried))
    }
    ${card('members', t('admin.members'), await membersForm(visit, team, tried))}
    ${card('admins', t('admin.team_admins'), await partForm(visit, team, 'admins', tried), t('admin.team_admins_lead'))}
    ${internal === 0 && card('remove', t('manage.remove_team'), removeForm)}`
}

function rolesForm(visit: Visit, team: Team, roles: readonly Role[], tried: Tried | null): Html {
  const view = viewOf(visit, 'roles', 'team', tried)
  const on = new Set(team.roles.map(lastOf))
  return html`<form method="post">
    ${hidden(view)}
    ${wholeProblems(view, [])}
    <fieldset class="field plain-set">
      <legend>${visit.t('field.team.role')}</legend>
      ${roles.map(
        role =>
          html`<label class="choice">
            <input type="checkbox" name="roles" value="${role.id}"${on.has(String(role.id)) && html` checked`}>
            <span>${role.name}</span>
          </label>`,
      )}
    </fieldset>
    <p class="buttons"><button class="button">${visit.t('frame.save')}</button></p>
  </form>`
}

/** A list of names with a form to add one. */
const PARTS = {
  projects: { label: 'admin.project_slug', add: 'admin.add_project' },
  languages: { label: 'admin.language_code', add: 'admin.add_language' },
  admins: { label: 'account.name', add: 'admin.add_admin' },
} as const
type PartName = keyof typeof PARTS

async function partForm(visit: Visit, team: Team, part: PartName, tried: Tried | null): Promise<Html> {
  const { t } = visit
  const { label, add } = PARTS[part]
  const names = team[part].map(lastOf)
  const view = viewOf(visit, `add-${part}`, 'team', tried)
  const out = viewOf(visit, `drop-${part}`, 'team', tried)
  return html`${
    names.length > 0 &&
    html`<ul class="plain-list rows">
      ${names.map(
        name =>
          html`<li class="row">
            <bdi>${name}</bdi>
            ${actionButton(out, t('manage.take_out'), { part: name }, { about: name })}
          </li>`,
      )}
    </ul>`
  }
    ${wholeProblems(out, [])}
    ${addForm(view, t(label), t(add))}`
}

function addForm(view: ReturnType<typeof viewOf>, label: string, submit: string): Html {
  const tried = view.tried?.form === view.form ? view.tried : null
  const problem = tried?.problems.map(each => each.detail).join(' ')
  const id = `${view.form}-part`
  return html`<form method="post" class="one-line">
    ${hidden(view)}
    <div class="field">
      <label for="${id}">${label}</label>
      <input type="text" id="${id}" name="part" value="${tried ? textIn(tried.typed, 'part') : ''}" required dir="auto"
        autocapitalize="none" spellcheck="false"
        ${problem !== undefined && html` aria-invalid="true" aria-describedby="${id}-problem"`}>
      ${problem !== undefined && html`<span class="problem" id="${id}-problem">${problem}</span>`}
    </div>
    <button class="button">${submit}</button>
  </form>`
}

async function membersForm(visit: Visit, team: Team, tried: Tried | null): Promise<Html> {
  const { t, services, reader } = visit
  const members = await services.store.read
    .selectFrom('team_member')
    .innerJoin('account', 'account.id', 'team_member.account_id')
    .select(['account.name'])
    .where('team_id', '=', team.id)
    .orderBy('account.name')
    .limit(SHOWN_MEMBERS)
    .execute()
  const out = viewOf(visit, 'leave', 'team', tried)
  return html`${
    members.length === 0
      ? html`<p class="quiet">${t('manage.team_empty')}</p>`
      : html`<ul class="plain-list rows">
        ${members.map(
          each =>
            html`<li class="row">
              <a href="/admin/people/?name=${encodeURIComponent(each.name)}"><bdi>${each.name}</bdi></a>
              ${actionButton(out, t('manage.take_out'), { part: each.name }, { about: each.name })}
            </li>`,
        )}
      </ul>`
  }
    ${
      members.length === SHOWN_MEMBERS &&
      html`<p class="quiet">${t('admin.first_shown', { number: numberOf(reader, SHOWN_MEMBERS) })}</p>`
    }
    ${wholeProblems(out, [])}
    ${addForm(viewOf(visit, 'join', 'team', tried), t('account.name'), t('manage.add_person'))}`
}

async function takeTeam(visit: Visit, id: number, form: string, sent: Sent): Promise<Outcome | undefined> {
  const { t, services } = visit
  const db = services.store.read
  const back = (done: string, anchor = '') => here(visit, done, anchor, ['id'])
  if (form === 'change') {
    const body = sentValues(visit.fields('PATCH', teamPath(id)), NAMES, sent)
    return outcomeOf(await visit.ask('PATCH', teamPath(id), { body }), back('saved'), form, sent)
  }
  if (form === 'roles') return changeRoles(visit, id, sent, back('saved', 'card-roles'))
  if (form === 'remove') {
    const team = await visit.ask<Team>('GET', teamPath(id))
    if (team.ok && !isConfirmed(sent, team.body.name)) return refused(form, sent, CONFIRM_FIELD, t(notConfirmed))
    return outcomeOf(await visit.ask('DELETE', teamPath(id)), '/admin/teams/?done=removed', form, sent)
  }
  const name = textIn(sent, 'part').trim()
  if (form === 'join' || form === 'leave') {
    const account = await services.accounts.byName(db, name)
    if (account === null) return refused(form, sent, 'part', t('admin.no_such_person', { name }))
    const path = `/users/${encodeURIComponent(account.username)}/groups/`
    const reply = await visit.ask(form === 'join' ? 'POST' : 'DELETE', path, { body: { group_id: id } })
    return outcomeOf(reply, back(form === 'join' ? 'joined' : 'left', 'card-members'), form, sent)
  }
  const [, what, part] = /^(add|drop)-(projects|languages|admins)$/.exec(form) ?? []
  if (what === undefined) return undefined
  const target = await partNamed(visit, part as PartName, name)
  if (target === null) return refused(form, sent, 'part', t('admin.no_such_part', { name }))
  const reply =
    what === 'add'
      ? await visit.ask('POST', teamPath(id, part!), { body: target.body })
      : await visit.ask('DELETE', teamPath(id, part!, target.segment))
  return outcomeOf(reply, back('saved', `card-${part}`), form, sent)
}

/** API identifier for an entered name. */
async function partNamed(
  { services }: Visit,
  part: PartName,
  name: string,
): Promise<{ body: Record<string, string | number>; segment: string | number } | null> {
  const db = services.store.read
  if (part === 'languages') return { body: { language_code: name }, segment: name }
  if (part === 'projects') {
    const row = await db.selectFrom('project').select('id').where('slug', '=', name).executeTakeFirst()
    return row === undefined ? null : { body: { project_id: row.id }, segment: row.id }
  }
  const account = await services.accounts.byName(db, name)
  return account === null ? null : { body: { user_id: account.id }, segment: account.id }
}

async function changeRoles(visit: Visit, id: number, sent: Sent, go: string): Promise<Outcome> {
  const team = await visit.ask<Team>('GET', teamPath(id))
  if (!team.ok) return outcomeOf(team, go, 'roles', sent)
  const had = new Set(team.body.roles.map(lastOf))
  const chosen = new Set(
    (Array.isArray(sent.roles) ? sent.roles : sent.roles === undefined ? [] : [sent.roles]).map(String),
  )
  for (const role of chosen.difference(had)) {
    const reply = await visit.ask('POST', teamPath(id, 'roles'), { body: { role_id: Number(role) } })
    if (!reply.ok) return outcomeOf(reply, go, 'roles', sent)
  }
  for (const role of had.difference(chosen)) {
    const reply = await visit.ask('DELETE', teamPath(id, 'roles', role))
    if (!reply.ok) return outcomeOf(reply, go, 'roles', sent)
  }
  return { go }
}
