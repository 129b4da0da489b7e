import { InvalidInput } from '#fields/problem.ts'
import { type Html, html } from '#html/html.ts'
import {
  MAX_SAVED_SEARCHES,
  personalSearches,
  savePersonalSearches,
  saveSharedSearch,
  sharedSearches,
} from '../catalogue/saved-searches.ts'
import { SearchError } from '../catalogue/unit-search.ts'
import type { Place } from '../reports/place.ts'
import { oneOf, words } from './parameters.ts'
import { nameOf, placed } from './place-addresses.ts'
import { formFields, hidden, problemNote, type Submission } from './selection.ts'
import type { PageContext } from './send-page.ts'
import type { Done } from './strings-actions.ts'

const SCOPES = ['me', 'project'] as const
type Scope = (typeof SCOPES)[number]

const SAVE = 'save_search'
const DELETE = 'delete_search'

interface Shown {
  readonly scope: Scope
  readonly id: number
  readonly name: string
  readonly q: string
}

/** Whether a submitted form saves or deletes a search. */
export const isAboutSearches = (params: URLSearchParams): boolean => [SAVE, DELETE].includes(params.get('do') ?? '')

const mayShare = ({ permissions }: PageContext, { project }: Place): boolean =>
  project !== undefined && permissions.inProject(project, 'project.edit')

async function visible({ services, account }: PageContext, { project }: Place): Promise<Shown[]> {
  const db = services.store.read
  const mine = account === null ? [] : await personalSearches(db, account.id)
  const shared = project === undefined ? [] : await sharedSearches(db, project.id)
  return [
    ...mine.map((each, id) => ({ ...each, id, scope: 'me' as const })),
    ...shared.map(each => ({ ...each, scope: 'project' as const })),
  ]
}

/** Links to saved searches, and a form to save or delete the current one. */
export async function savedSearches(context: PageContext, place: Place, q: string): Promise<Html> {
  const { reader, account } = context
  const { t } = reader
  const all = await visible(context, place)
  const current = all.filter(each => each.q === q)
  const links = all.map(
    each => html`<a class="chip" href="${placed('/strings/', nameOf(place), each.q === '' ? {} : { q: each.q })}"
      ${each.q === q && html` aria-current="true"`}>${each.name}${
        each.scope === 'project' && html` <span class="quiet">(${t('translate.filter_shared')})</span>`
      }</a>`,
  )
  const own = current.filter(each => each.scope === 'me' || mayShare(context, place))
  const deletes = own.map(
    each => html`<form method="post" action="/strings/">
      ${formFields(context)}${hidden('q', q)}${hidden('scope', each.scope)}${hidden('name', each.name)}
      <button class="button plain small" name="do" value="${DELETE}">
        ${t('translate.filter_forget', { name: each.name })}
      </button>
    </form>`,
  )
  const isKept = (scope: Scope) => current.some(each => each.scope === scope)
  const offers = !isKept('me') || (mayShare(context, place) && !isKept('project'))
  const canSave = account !== null && reader.token !== null && q !== '' && offers
  return html`<div class="saved-searches">
    ${links.length > 0 && html`<nav class="presets" aria-label="${t('browse.saved_searches')}">${links}</nav>`}
    ${reader.token !== null && deletes}${canSave && saveForm(context, place, q)}
  </div>`
}

function saveForm(context: PageContext, place: Place, q: string): Html {
  const { t } = context.reader
  return html`<details class="save-search">
    <summary>${t('translate.filter_keep')}</summary>
    <form method="post" action="/strings/" class="filters">
      ${formFields(context)}${hidden('q', q)}
      <label class="search">${t('translate.filter_name')}<input type="text" name="name" required maxlength="100"></label>
      ${
        mayShare(context, place)
          ? html`<label>${t('translate.filter_for')}<select name="scope">
              <option value="me">${t('translate.filter_for_me')}</option>
              <option value="project">${t('translate.filter_for_project')}</option>
            </select></label>`
          : hidden('scope', 'me')
      }
      <button class="button" name="do" value="${SAVE}">${t('translate.filter_keep')}</button>
    </form>
  </details>`
}

/** Saves or deletes the search that a form names. */
export async function changeSearches(context: PageContext, place: Place, { account }: Submission): Promise<Done> {
  const { params, services, reader } = context
  const { t } = reader
  const wrong = (text: string, status: number): Done => ({ note: html`${problemNote(text)}`, status })
  if (account === null) return wrong(t('bulk.session'), 403)
  const scope = oneOf(params, 'scope', SCOPES, 'me')
  if (scope === 'project' && !mayShare(context, place)) return wrong(t('bulk.skip_forbidden'), 403)
  const [name, q] = [words(params, 'name').trim(), words(params, 'q')]
  if (name === '' || name.length > 100 || q.length > 1000)
    return wrong(t('browse.bad_value', { name: t('translate.filter_name'), accepts: '1–100' }), 400)
  const saves = params.get('do') === SAVE
  const kept = saves ? [{ name, q }] : []
  try {
    const isKept = await services.store.transaction(async tx => {
      if (scope === 'me') {
        const others = (await personalSearches(tx, account.id)).filter(each => each.name !== name)
        if (others.length + kept.length > MAX_SAVED_SEARCHES) return false
        await savePersonalSearches(tx, account.id, [...others, ...kept])
      } else if (saves) await saveSharedSearch(tx, place.project!.id, null, { name, q })
      else
        await tx
          .deleteFrom('project_filter')
          .where('project_id', '=', place.project!.id)
          .where('name', '=', name)
          .execute()
      return true
    })
    if (!isKept) return wrong(t('browse.search_too_many', { count: MAX_SAVED_SEARCHES }), 400)
  } catch (error) {
    if (error instanceof SearchError || error instanceof InvalidInput) return wrong(error.message, 400)
    throw error
  }
  const done = t(saves ? 'browse.search_saved' : 'browse.search_deleted')
  return { note: html`<p class="note good" role="status">${done}</p>`, status: 200 }
}
