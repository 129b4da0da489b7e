import { type Html, html } from '#html/html.ts'
import type { Visit } from '../visit.ts'

/** Filters that hide a type of change: their URL parameters, as in MediaWiki. */
const HIDING = [
  ...(['hidebots', 'hideminor', 'hideanons', 'hideliu', 'hidepatrolled', 'hidemyself'] as const),
  ...(['nohighlights'] as const),
] as const
/** Filters that show nothing else. */
const ONLY = ['only_newcomers', 'only_removals'] as const

type Hiding = (typeof HIDING)[number]
type Only = (typeof ONLY)[number]

/** A filter of a list and its default. */
export interface Toggle {
  readonly name: Hiding | Only
  readonly usual?: boolean
}

export const isOn = ({ search }: Pick<Visit, 'search'>, { name, usual = false }: Toggle): boolean => {
  const value = search.get(name)
  return value === null ? usual : value !== '0'
}

const isOnly = (name: Toggle['name']): name is Only => (ONLY as readonly string[]).includes(name)

/** Filters as links that say what they do now; following one changes it. */
export function toggleLinks(visit: Visit, toggles: readonly Toggle[]): Html {
  const { words } = visit
  const { t } = visit.reader
  const links = toggles.map(toggle => {
    const { name } = toggle
    const on = isOn(visit, toggle)
    const text = isOnly(name) ? t(`patrol.${name}`) : t(`patrol.${name}_${on ? 'hidden' : 'shown'}`)
    const href = visit.here({ [name]: on ? '0' : '1', offset: null, dir: null, done: null })
    return html`<a class="chip${on && ' on'}" href="${href}" rel="nofollow"${
      isOnly(name) && on && html` aria-current="true"`
    }>${text}</a>`
  })
  const isChanged = [...visit.search.keys()].some(key => key !== 'title' && key !== 'done')
  const reset = isChanged && html`<a class="reset" href="${visit.request.url.split('?')[0]!}">${t('patrol.reset')}</a>`
  return html`<nav class="toggles" aria-label="${words.text('rcfilters-filterlist-title')}">${links}${reset}</nav>`
}
