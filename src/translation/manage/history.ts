import { labelOf } from '#html/forms.ts'
import { html } from '#html/html.ts'
import { SOURCE_TEXTS, type TextKey } from '#html/texts/index.ts'
import { timeOf } from '#html/times.ts'
import type { Section } from './section.ts'
import { apiPath, type Visit } from './visit.ts'

/** Actions that change settings, not strings. */
const SETTING_ACTIONS = [
  14, 15, 25, 33, 34, 35, 38, 41, 42, 43, 46, 48, 50, 51, 55, 56, 57, 60, 61, 62, 67, 68, 69, 85, 91, 92, 95, 96, 97,
]
const SHOWN = 50

interface Change {
  readonly id: number
  readonly action: number
  readonly action_name: string
  readonly user: string | null
  readonly component: string | null
  readonly timestamp: string
  readonly old: string
  readonly target: string
  readonly details: { readonly changed?: string[]; readonly group?: string }
}

/** History of settings, newest first. */
export const history: Section = {
  name: 'history',
  title: 'manage.history',
  lead: 'manage.history_lead',
  where: 'both',
  opens: place => [place.component ? 'component.edit' : 'project.edit'],
  show: async (visit, place) => {
    const { t, reader } = visit
    const page = /^\d{1,6}$/.exec(visit.search.get('page') ?? '')?.[0] ?? '1'
    const query = { action: SETTING_ACTIONS, page, page_size: String(SHOWN) }
    const reply = await visit.ask<{ count: number; results: Change[] }>('GET', apiPath(place, 'changes'), { query })
    const { count, results } = reply.ok ? reply.body : { count: 0, results: [] }
    if (results.length === 0) return { content: html`<p class="empty">${t('manage.no_history')}</p>` }
    const go = (to: number, key: TextKey) => html`<a class="button" href="?page=${to}">${t(key)}</a>`
    const at = Number(page)
    return {
      content: html`<ul class="events card">
          ${results.map(each => {
            const who = each.user === null ? t('manage.system') : nameIn(each.user)
            return html`<li>
              <div>
                <b><bdi>${who}</bdi></b> · ${actionText(visit, each)}
                ${each.component !== null && place.component === null && html`· <bdi>${nameIn(each.component)}</bdi>`}
                ${timeOf(reader, each.timestamp)}
              </div>
            </li>`
          })}
        </ul>
        <p class="buttons">
          ${at > 1 && go(at - 1, 'manage.newer')}${at * SHOWN < count && go(at + 1, 'manage.older')}
        </p>`,
    }
  },
}

const nameIn = (address: string): string => {
  const last = address.split('/').at(-2) ?? ''
  try {
    return decodeURIComponent(decodeURIComponent(last))
  } catch {
    return last
  }
}

/** The action with the changed settings. */
function actionText({ t }: Visit, { action, action_name, details, old, target, component }: Change): string {
  const key = `action.${action}`
  const name = SOURCE_TEXTS[key] === undefined ? action_name : t(key as TextKey)
  const group = component === null ? 'project' : 'component'
  const changed = details.changed?.filter(each => each !== 'path').map(each => labelOf(t, group, each))
  if (changed && changed.length > 0) return `${name}: ${changed.join(', ')}`
  const what = target || old
  return what === '' ? name : `${name}: ${what.slice(0, 120)}`
}
