import { card } from '#html/cards.ts'
import { CONFIRM_FIELD, isConfirmed, notConfirmed, removalForm } from '#html/confirm.ts'
import { here, type Outcome, refused, viewOf } from '#html/form-outcome.ts'
import { type Choice, formView, type Sent, sentValues } from '#html/forms.ts'
import { html } from '#html/html.ts'

import { outcomeOf, type Section } from './section.ts'
import { type Place, type Visit, WEB } from './visit.ts'

interface Folder {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly path: string
}

const foldersOf = ({ services }: Visit, { project }: Place): Promise<Folder[]> =>
  services.store.read
    .selectFrom('project_category')
    .select(['id', 'name', 'slug', 'path'])
    .where('project_id', '=', project.id)
    .orderBy('path')
    .execute()

const NAMES = ['name', 'slug', 'category']

/** Folders for components. */
export const categories: Section = {
  name: 'categories',
  title: 'manage.categories',
  lead: 'manage.categories_lead',
  where: 'project',
  opens: () => ['project.edit'],
  show: async (visit, place, tried) => {
    const { t } = visit
    const folders = await foldersOf(visit, place)
    const choices: Choice[] = [
      { value: '', display_name: t('manage.no_category') },
      ...folders.map(each => ({ value: each.id, display_name: each.path })),
    ]
    const fields = visit.fields('POST', '/categories/')
    const add = formView(viewOf(visit, 'add', 'category', tried), fields, {
      names: NAMES,
      choices: { category: choices },
      more: { category: { label: t('manage.inside'), hint: '', required: false } },
      submit: t('manage.add_category'),
    })
    return {
      content: html`${card('add', t('manage.add_category'), add)}${
        folders.length === 0
          ? html`<p class="empty">${t('manage.no_categories')}</p>`
          : folders.map(each =>
              card(
                `folder-${each.id}`,
                each.name,
                html`<p>
                    <a href="${WEB.web('projects', place.project.slug, ...each.path.split('/'))}">${each.path}</a>
                  </p>
                  <details class="more"${tried?.form === `change-${each.id}` && html` open`}>
                    <summary>${t('manage.rename')}</summary>
                    ${formView(viewOf(visit, `change-${each.id}`, 'category', tried), fields, {
                      names: ['name', 'slug'],
                      values: { name: each.name, slug: each.slug },
                      submit: t('frame.save'),
                    })}
                  </details>
                  ${removalForm(viewOf(visit, `remove-${each.id}`, 'category', tried), {
                    name: each.slug,
                    opens: t('manage.remove'),
                    submit: t('manage.remove'),
                    warning: t('manage.remove_category_warning'),
                  })}`,
              ),
            )
      }`,
    }
  },
  take: (visit, place, form, sent) => takeForm(visit, place, form, sent),
}

async function takeForm(visit: Visit, place: Place, form: string, sent: Sent): Promise<Outcome> {
  const fields = visit.fields('POST', '/categories/')
  if (form === 'add') {
    const { category, ...values } = sentValues(fields, NAMES, sent)
    const body = { ...values, category: category === '' ? null : category, project: place.project.slug }
    return outcomeOf(await visit.ask('POST', '/categories/', { body }), here(visit, 'category_added'), form, sent)
  }
  const [, what, id = ''] = /^(change|remove)-(\d{1,15})$/.exec(form) ?? []
  const folder = (await foldersOf(visit, place)).find(each => String(each.id) === id)
  if (folder === undefined) return { go: here(visit, 'removed') }
  if (what === 'change') {
    const body = sentValues(fields, ['name', 'slug'], sent)
    return outcomeOf(await visit.ask('PATCH', `/categories/${folder.id}/`, { body }), here(visit, 'saved'), form, sent)
  }
  if (!isConfirmed(sent, folder.slug)) return refused(form, sent, CONFIRM_FIELD, visit.t(notConfirmed))
  return outcomeOf(await visit.ask('DELETE', `/categories/${folder.id}/`), here(visit, 'removed'), form, sent)
}
