import { card } from '#html/cards.ts'
import { CONFIRM_FIELD, isConfirmed, notConfirmed, removalForm } from '#html/confirm.ts'
import { type Outcome, refused, viewOf } from '#html/form-outcome.ts'
import { type Choice, formView, type Sent, sentValues, textIn } from '#html/forms.ts'
import { html } from '#html/html.ts'
import { manageAddress } from '../pages/place-tabs.ts'

import { outcomeOf, type Section } from './section.ts'
import { apiPath, nameOf, type Place, type Visit, WEB } from './visit.ts'

/** The unique name to type before deleting a place. */
const fullName = ({ project, component }: Place): string =>
  component ? `${project.slug}/${component.path}` : project.slug

async function folders({ services, t }: Visit, { project }: Place): Promise<Choice[]> {
  const rows = await services.store.read
    .selectFrom('project_category')
    .select(['id', 'path'])
    .where('project_id', '=', project.id)
    .orderBy('path')
    .execute()
  return [
    { value: '', display_name: t('manage.no_category') },
    ...rows.map(each => ({ value: each.id, display_name: each.path })),
  ]
}

/** Settings that change URLs or cannot be undone. */
export const danger: Section = {
  name: 'danger',
  title: 'manage.danger',
  lead: 'manage.danger_lead',
  where: 'both',
  opens: place => [place.component ? 'component.edit' : 'project.edit'],
  show: async (visit, place, tried) => {
    const { t } = visit
    const { component } = place
    const fields = visit.fields('PATCH', apiPath(place))
    const kind = component ? 'component' : 'project'
    const name = fullName(place)
    const rename = formView(viewOf(visit, 'rename', kind, tried), fields, {
      names: ['slug'],
      values: { slug: component?.slug ?? place.project.slug },
      submit: t('manage.rename'),
    })
    const choices = component ? await folders(visit, place) : []
    const move =
      choices.length > 1 &&
      card(
        'move',
        t('manage.move'),
        formView(viewOf(visit, 'move', kind, tried), fields, {
          names: ['category'],
          values: { category: component?.category_id ?? '' },
          choices: { category: choices },
          more: { category: { hint: t('manage.move_lead') } },
          submit: t('manage.move'),
        }),
      )
    return {
      content: html`${card('rename', t('manage.rename'), rename, t('manage.rename_lead'))}${move}${card(
        'remove',
        t('manage.remove_place', { name: nameOf(place) }),
        removalForm(viewOf(visit, 'remove', kind, tried), {
          name,
          opens: t('manage.remove'),
          submit: t('manage.remove_for_good'),
          warning: t(component ? 'manage.remove_component_warning' : 'manage.remove_project_warning', {
            name: nameOf(place),
          }),
        }),
        t('manage.remove_lead'),
      )}`,
    }
  },
  take: async (visit, place, form, sent) => {
    if (form === 'remove') return remove(visit, place, sent)
    const name = form === 'move' ? 'category' : 'slug'
    const body =
      form === 'move'
        ? { category: textIn(sent, 'category') || null }
        : sentValues(visit.fields('PATCH', apiPath(place)), [name], sent)
    const reply = await visit.ask<{ web_url: string }>('PATCH', apiPath(place), { body })
    return outcomeOf(reply, reply.ok ? await danglingTo(visit, place, sent, form) : '', form, sent)
  },
}

/** The same section at the new URL of the place. */
async function danglingTo(
  { services }: Visit,
  { project, component }: Place,
  sent: Sent,
  form: string,
): Promise<string> {
  const done = `?done=${form === 'move' ? 'moved' : 'renamed'}`
  if (component === null) return manageAddress('danger', { project: { ...project, slug: textIn(sent, 'slug') } }) + done
  const now = await services.store.read
    .selectFrom('component')
    .select('path')
    .where('id', '=', component.id)
    .executeTakeFirst()
  return manageAddress('danger', { project, component: { path: now?.path ?? component.path } }) + done
}

async function remove(visit: Visit, place: Place, sent: Sent): Promise<Outcome> {
  if (!isConfirmed(sent, fullName(place))) return refused('remove', sent, CONFIRM_FIELD, visit.t(notConfirmed))
  const { project, component } = place
  const go = component ? WEB.web('projects', project.slug) : WEB.web('projects')
  return outcomeOf(await visit.ask('DELETE', apiPath(place)), go, 'remove', sent)
}
