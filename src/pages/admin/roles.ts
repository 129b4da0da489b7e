import { card } from '#html/cards.ts'
import { CONFIRM_FIELD, isConfirmed, notConfirmed, removalForm } from '#html/confirm.ts'
import { here, refused, viewOf } from '#html/form-outcome.ts'
import { formView, sentValues } from '#html/forms.ts'
import { html } from '#html/html.ts'
import { outcomeOf } from '#translation/manage/section.ts'
import { type AdminSection, numberOf, type Visit } from './section.ts'

const NAMES = ['name', 'permissions']

export interface Role {
  readonly id: number
  readonly name: string
  readonly permissions: readonly string[]
}

/** All roles, as the API lists them. */
export async function rolesOf(visit: Visit): Promise<Role[]> {
  const reply = await visit.ask<{ results: Role[] }>('GET', '/roles/', { query: { page_size: '1000' } })
  return reply.ok ? reply.body.results : []
}

/** Roles: named sets of permissions for teams. */
export const roles: AdminSection = {
  name: 'roles',
  title: 'admin.roles',
  lead: 'admin.roles_lead',
  opens: permissions => permissions.onSite('role.edit'),
  show: async (visit, tried) => {
    const { t, reader } = visit
    const all = await rolesOf(visit)
    const fields = visit.fields('POST', '/roles/')
    const editor = (role: Role) => {
      const form = `role-${role.id}`
      const isTried = tried?.form === form || tried?.form === `remove-${role.id}`
      return html`<details class="more"${isTried && html` open`}>
        <summary>${t('manage.edit')}<span class="aside"> ${role.name}</span></summary>
        ${formView(viewOf(visit, form, 'role', tried), fields, {
          names: NAMES,
          values: { ...role },
          submit: t('frame.save'),
        })}
        ${removalForm(viewOf(visit, `remove-${role.id}`, 'role', tried), {
          name: role.name,
          opens: t('admin.remove_role'),
          submit: t('admin.remove_role'),
          warning: t('admin.remove_role_warning'),
        })}
      </details>`
    }
    return {
      content: html`<ul class="plain-list">
          ${all.map(
            role =>
              html`<li class="card" id="card-role-${role.id}">
                <div class="row">
                  <h3 class="flat">${role.name}</h3>
                  <span class="quiet small">${t('admin.permissions', {
                    number: numberOf(reader, role.permissions.length),
                  })}</span>
                </div>
                ${editor(role)}
              </li>`,
          )}
        </ul>
        ${card(
          'new',
          t('admin.new_role'),
          formView(viewOf(visit, 'create', 'role', tried), fields, { names: NAMES, submit: t('admin.create_role') }),
        )}`,
    }
  },
  take: async (visit, form, sent) => {
    const body = sentValues(visit.fields('POST', '/roles/'), NAMES, sent)
    if (form === 'create')
      return outcomeOf(await visit.ask('POST', '/roles/', { body }), here(visit, 'role_added'), form, sent)
    const [, what, id] = /^(role|remove)-(\d{1,15})$/.exec(form) ?? []
    if (what === undefined) return undefined
    if (what === 'role')
      return outcomeOf(
        await visit.ask('PUT', `/roles/${id}/`, { body }),
        here(visit, 'saved', `card-role-${id}`),
        form,
        sent,
      )
    const role = (await rolesOf(visit)).find(each => String(each.id) === id)
    if (role !== undefined && !isConfirmed(sent, role.name))
      return refused(form, sent, CONFIRM_FIELD, visit.t(notConfirmed))
    return outcomeOf(await visit.ask('DELETE', `/roles/${id}/`), here(visit, 'removed'), form, sent)
  },
}
