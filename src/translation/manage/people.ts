import { card } from '#html/cards.ts'
import { actionButton, CONFIRM_FIELD, isConfirmed, notConfirmed, removalForm } from '#html/confirm.ts'
import { here, type Outcome, refused, viewOf } from '#html/form-outcome.ts'
import { fieldView, formView, hidden, type Sent, sentValues, textIn, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { initials } from '#html/page.ts'

import { outcomeOf, type Section } from './section.ts'
import { apiPath, type Place, type Visit } from './visit.ts'

interface Member {
  readonly username: string
  readonly full_name: string
}

interface Team {
  readonly id: number
  readonly name: string
  readonly roles: readonly number[]
  readonly members: readonly Member[]
}

interface Role {
  readonly id: number
  readonly name: string
  readonly description: string
}

const teamsOf = async (visit: Visit, place: Place): Promise<Team[]> => {
  const reply = await visit.ask<Team[]>('GET', apiPath(place, 'teams'))
  return reply.ok ? reply.body : []
}

/** Teams of the project with members and roles, and the project's visibility. */
export const people: Section = {
  name: 'people',
  title: 'manage.people',
  lead: 'manage.people_lead',
  where: 'project',
  opens: () => ['project.permissions'],
  show: async (visit, place, tried) => {
    const { t } = visit
    const teams = await teamsOf(visit, place)
    const response = await visit.ask<Role[]>('GET', apiPath(place, 'roles'))
    const roles = response.ok ? response.body : []
    const project = await visit.ask('GET', apiPath(place))
    const fields = visit.fields('PATCH', apiPath(place))
    const access = formView(viewOf(visit, 'access', 'project', tried), fields, {
      names: ['access_control'],
      values: project.ok ? project.body : {},
      submit: t('frame.save'),
    })
    const nameField = visit.fields('POST', apiPath(place, 'teams')).name!
    const view = viewOf(visit, 'team', 'team', tried)
    const fresh = html`<form method="post">
      ${hidden(view)}
      ${wholeProblems(view, ['name'])}
      ${fieldView(view, 'name', nameField)}
      ${roleBoxes(visit, view.form, roles, tried?.form === 'team' ? tried.typed.roles : [])}
      <p class="buttons"><button class="button first">${t('manage.add_team')}</button></p>
    </form>`
    return {
      content: html`${card('access', t('manage.access'), access)}
        ${teams.map(team => card(`team-${team.id}`, team.name, teamContent(visit, place, team, roles, tried)))}
        ${card(
          'invite',
          t('manage.invite'),
          html`<p>${t('manage.invite_lead')}</p>
            <p class="buttons">
              <a class="button" href="/accounts/invitations/?project=${encodeURIComponent(place.project.slug)}">
                ${t('manage.invite')}
              </a>
            </p>`,
        )}
        ${card('new', t('manage.new_team'), fresh, t('manage.new_team_lead'))}`,
    }
  },
  take: (visit, place, form, sent) => takeForm(visit, place, form, sent),
}

/** Checkboxes for the roles the user can assign. */
function roleBoxes({ t }: Visit, form: string, roles: readonly Role[], now: unknown): Html {
  const on = new Set((Array.isArray(now) ? now : [now]).map(String))
  return html`<fieldset class="field plain-set"><legend>${t('field.team.role')}</legend>${roles.map(
    role =>
      html`<label class="choice">
        <input type="checkbox" name="roles" id="${form}-role-${role.id}" value="${role.id}"
          ${on.has(String(role.id)) && html` checked`}>
        <span>${role.name}</span>
      </label>`,
  )}</fieldset>`
}

function teamContent(
  visit: Visit,
  place: Place,
  team: Team,
  roles: readonly Role[],
  tried: Parameters<Section['show']>[2],
): Html {
  const { t } = visit
  const at = apiPath(place, 'teams', team.id, 'members')
  const add = viewOf(visit, `add-${team.id}`, 'team', tried)
  const change = viewOf(visit, `roles-${team.id}`, 'team', tried)
  const out = viewOf(visit, `out-${team.id}`, 'team', tried)
  const can = roles.filter(each => team.roles.includes(each.id)).map(each => each.name)
  return html`<p class="quiet">
      ${can.length > 0 ? t('manage.team_may', { roles: can.join(', ') }) : t('manage.team_may_nothing')}
    </p>
    ${
      team.members.length === 0
        ? html`<p class="quiet">${t('manage.team_empty')}</p>`
        : html`<ul class="plain-list rows">${team.members.map(
            each =>
              html`<li class="row">
                <span class="person">
                  <span class="face small-face" aria-hidden="true">${initials(each.username)}</span>
                  <span><bdi>${each.username}</bdi> <small>${each.full_name}</small></span>
                </span>
                ${actionButton(out, t('manage.take_out'), { username: each.username }, { about: each.username })}
              </li>`,
          )}</ul>${wholeProblems(out, [])}`
    }
    <form method="post" class="one-line">
      ${hidden(add)}
      ${wholeProblems(add, ['username'])}
      ${fieldView(add, 'username', visit.fields('POST', at).username!, { hint: '' })}
      <button class="button">${t('manage.add_person')}</button>
    </form>
    <details class="more"${(change.tried?.form === change.form || tried?.form === `remove-${team.id}`) && html` open`}>
      <summary>${t('manage.change_team')}</summary>
      <form method="post">
        ${hidden(change)}
        ${wholeProblems(change, ['name'])}
        ${fieldView(change, 'name', visit.fields('PATCH', apiPath(place, 'teams', team.id)).name!, { now: team.name })}
        ${roleBoxes(visit, change.form, roles, tried?.form === change.form ? tried.typed.roles : team.roles)}
        <p class="buttons"><button class="button">${t('frame.save')}</button></p>
      </form>
      ${removalForm(viewOf(visit, `remove-${team.id}`, 'team', tried), {
        name: team.name,
        opens: t('manage.remove_team'),
        submit: t('manage.remove_team'),
        warning: t('manage.remove_team_warning', { count: team.members.length }),
      })}
    </details>`
}

const rolesIn = (sent: Sent): number[] =>
  (Array.isArray(sent.roles) ? sent.roles : sent.roles === undefined ? [] : [sent.roles]).map(Number)

async function takeForm(visit: Visit, place: Place, form: string, sent: Sent): Promise<Outcome> {
  if (form === 'access') {
    const body = sentValues(visit.fields('PATCH', apiPath(place)), ['access_control'], sent)
    return outcomeOf(await visit.ask('PATCH', apiPath(place), { body }), here(visit, 'saved'), form, sent)
  }
  if (form === 'team') {
    const body = { name: textIn(sent, 'name'), roles: rolesIn(sent) }
    return outcomeOf(await visit.ask('POST', apiPath(place, 'teams'), { body }), here(visit, 'team_added'), form, sent)
  }
  const [, what, id = ''] = /^(add|roles|out|remove)-(\d{1,15})$/.exec(form) ?? []
  const at = (...more: string[]) => apiPath(place, 'teams', id, ...more)
  const anchor = `card-team-${id}`
  if (what === 'add') {
    const reply = await visit.ask('POST', at('members'), { body: { username: textIn(sent, 'username') } })
    return outcomeOf(reply, here(visit, 'person_added', anchor), form, sent)
  }
  if (what === 'out') {
    const reply = await visit.ask('DELETE', at('members', textIn(sent, 'username')))
    return outcomeOf(reply, here(visit, 'person_removed', anchor), form, sent)
  }
  if (what === 'roles') {
    const body = { name: textIn(sent, 'name'), roles: rolesIn(sent) }
    return outcomeOf(await visit.ask('PATCH', at(), { body }), here(visit, 'saved', anchor), form, sent)
  }
  const team = (await teamsOf(visit, place)).find(each => String(each.id) === id)
  if (team && !isConfirmed(sent, team.name)) return refused(form, sent, CONFIRM_FIELD, visit.t(notConfirmed))
  return outcomeOf(await visit.ask('DELETE', at()), here(visit, 'team_removed'), form, sent)
}
