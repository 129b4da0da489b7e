import { card } from '#html/cards.ts'
import { CONFIRM_FIELD, isConfirmed, notConfirmed, removalForm } from '#html/confirm.ts'
import { here, type Outcome, refused, viewOf } from '#html/form-outcome.ts'
import { type Choice, fieldView, hidden, type Sent, textIn, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import type { LanguageRow } from '../catalogue/languages.ts'
import { percent } from '../statistics/statistics.ts'

import { outcomeOf, type Section } from './section.ts'
import { apiPath, type Place, translationPath, type Visit, WEB } from './visit.ts'

interface Line {
  readonly language: LanguageRow
  readonly isSource: boolean
  readonly components: number
  readonly total: number
  readonly translated: number
}

/** Languages of the component, or of all visible components of the project. */
async function linesOf({ services, permissions }: Visit, { project, component }: Place): Promise<Line[]> {
  const rows = await services.store.read
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .select(['translation.language_id', 'is_source', 'translation.total', 'translation.translated'])
    .where('translation.project_id', '=', project.id)
    .where(eb => permissions.visibleComponents(eb))
    .$if(component !== null, query => query.where('component_id', '=', component!.id))
    .execute()
  const languages = await services.store.read
    .selectFrom('translation_language')
    .selectAll()
    .where('id', 'in', [-1, ...new Set(rows.map(each => each.language_id))])
    .orderBy('name')
    .execute()
  return languages.map(language => {
    const own = rows.filter(each => each.language_id === language.id)
    const sum = (pick: (row: (typeof own)[number]) => number) => own.reduce((all, each) => all + pick(each), 0)
    return {
      language,
      isSource: own.every(each => each.is_source === 1),
      components: own.length,
      total: sum(each => each.total),
      translated: sum(each => each.translated),
    }
  })
}

/** Languages that can be added. */
async function otherLanguages({ services, t }: Visit, lines: readonly Line[], all: boolean): Promise<Choice[]> {
  const rows = await services.store.read
    .selectFrom('translation_language')
    .select(['code', 'name'])
    .orderBy('name')
    .execute()
  const existing = new Set(all ? [] : lines.map(each => each.language.code))
  const others = rows.filter(each => !existing.has(each.code))
  return [
    { value: '', display_name: t('manage.choose_language') },
    ...others.map(each => ({ value: each.code, display_name: `${each.name} (${each.code})` })),
  ]
}

/** Visible components of a project without glossaries, grouped by whether they have a language. */
async function componentsFor({ services, permissions }: Visit, { project }: Place, code: string) {
  const rows = await services.store.read
    .selectFrom('component')
    .selectAll()
    .where('project_id', '=', project.id)
    .where(eb => permissions.visibleComponents(eb))
    .orderBy('id')
    .execute()
  const having = await services.store.read
    .selectFrom('translation')
    .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
    .select(['component_id', 'is_source'])
    .where('project_id', '=', project.id)
    .where('code', '=', code)
    .execute()
  const ids = new Map(having.map(each => [each.component_id, each.is_source === 1]))
  return {
    without: rows.filter(each => !ids.has(each.id) && each.is_glossary === 0),
    having: rows.filter(each => ids.get(each.id) === false),
  }
}

export const languages: Section = {
  name: 'languages',
  title: 'manage.languages',
  lead: 'manage.languages_lead',
  where: 'both',
  opens: () => ['translation.add', 'translation.delete'],
  show: async (visit, place, tried) => {
    const { t, permissions } = visit
    const lines = await linesOf(visit, place)
    const view = viewOf(visit, 'add', 'language', tried)
    const field = visit.fields('POST', '/components/x/x/translations/').language_code!
    const choices = await otherLanguages(visit, lines, place.component === null)
    const mayAdd = permissions.inPlace(place, 'translation.add')
    const mayRemove = permissions.inPlace(place, 'translation.delete')
    const line = (each: Line): Html => {
      const name = each.language.name
      const address = place.component
        ? WEB.web('projects', place.project.slug, ...place.component.path.split('/'), each.language.code)
        : WEB.web('projects', place.project.slug, '-', each.language.code)
      return html`<tr>
        <th scope="row">
          <a href="${address}">${name}</a>
          <small>${each.language.code}</small>
          ${each.isSource && html`<span class="chip">${t('manage.source_language')}</span>`}
        </th>
        ${place.component === null && html`<td class="n">${each.components}</td>`}
        <td class="n extra">${each.total}</td>
        <td class="n">${percent(each.translated, each.total).toFixed(1)} %</td>
        <td class="end">
          ${
            mayRemove &&
            !each.isSource &&
            removalForm(viewOf(visit, 'remove', 'language', tried), {
              id: each.language.code,
              isQuiet: true,
              name,
              opens: t('manage.remove'),
              submit: t('manage.remove_language', { name }),
              warning: t(place.component ? 'manage.remove_language_warning' : 'manage.remove_language_everywhere', {
                name,
                count: each.total,
              }),
            })
          }
        </td>
      </tr>`
    }
    return {
      content: html`${
        mayAdd &&
        card(
          'add',
          t('manage.add_language'),
          html`<form method="post">
            ${hidden(view)}
            ${wholeProblems(view, ['language_code'])}
            ${fieldView(view, 'language_code', field, {
              choices,
              label: t('frame.language'),
              hint: t(place.component ? 'manage.add_language_here' : 'manage.add_language_everywhere'),
            })}
            <p class="buttons"><button class="button first">${t('manage.add_language')}</button></p>
          </form>`,
        )
      }${
        lines.length === 0
          ? html`<p class="empty">${t('manage.no_languages')}</p>`
          : html`<div class="card">
            ${scrolling(
              t('manage.languages'),
              html`<table>
                <thead>
                  <tr>
                    <th scope="col">${t('frame.language')}</th>
                    ${place.component === null && html`<th scope="col" class="n">${t('manage.components')}</th>`}
                    <th scope="col" class="n extra">${t('manage.strings')}</th>
                    <th scope="col" class="n">${t('state.translated')}</th>
                    <td></td>
                  </tr>
                </thead>
                <tbody>${lines.map(line)}</tbody>
              </table>`,
            )}
          </div>`
      }`,
    }
  },
  take: (visit, place, form, sent) =>
    form === 'remove' ? removeLanguage(visit, place, sent) : addLanguage(visit, place, sent),
}

async function addLanguage(visit: Visit, place: Place, sent: Sent): Promise<Outcome> {
  const language_code = textIn(sent, 'language_code')
  const add = (at: Place) => visit.ask('POST', apiPath(at, 'translations'), { body: { language_code } })
  if (place.component) return outcomeOf(await add(place), here(visit, 'language_added'), 'add', sent)
  const { without } = await componentsFor(visit, place, language_code)
  if (without.length === 0) return refused('add', sent, 'language_code', visit.t('manage.language_everywhere_already'))
  for (const component of without) {
    const reply = await add({ ...place, component })
    if (!reply.ok) {
      const problems = reply.problems.map(each => ({ ...each, detail: `${component.name}: ${each.detail}` }))
      return { status: reply.status, tried: { form: 'add', typed: sent, problems } }
    }
  }
  return { go: here(visit, 'language_added') }
}

async function removeLanguage(visit: Visit, place: Place, sent: Sent): Promise<Outcome> {
  const code = textIn(sent, 'id')
  const line = (await linesOf(visit, place)).find(each => each.language.code === code)
  if (line === undefined) return { go: here(visit, 'language_removed') }
  if (!isConfirmed(sent, line.language.name)) return refused('remove', sent, CONFIRM_FIELD, visit.t(notConfirmed))
  const components = place.component ? [place.component] : (await componentsFor(visit, place, code)).having
  for (const component of components) {
    const reply = await visit.ask('DELETE', translationPath({ ...place, component }, code))
    if (!reply.ok && reply.status !== 404) return outcomeOf(reply, '', 'remove', sent)
  }
  return { go: here(visit, 'language_removed') }
}
