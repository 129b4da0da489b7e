import { type Html, html } from '#html/html.ts'
import type { Visit } from '../visit.ts'

/** A filter for a type of change: its URL parameter and default. */
export interface Toggle {
  readonly name: string
  /** Message with "show" or "hide" as its parameter. */
  readonly key: string
  readonly usual?: boolean
}

export const isOn = ({ search }: Pick<Visit, 'search'>, { name, usual = false }: Toggle): boolean => {
  const value = search.get(name)
  return value === null ? usual : value !== '0'
}

/** Links that show or hide types of changes; hidden ones are marked. */
export function toggleLinks(visit: Visit, toggles: readonly Toggle[]): Html {
  const { words } = visit
  return html`<nav class="toggles" aria-label="${words.text('rcfilters-filterlist-title')}">${toggles.map(toggle => {
    const isHidden = isOn(visit, toggle)
    const text = words.text(toggle.key, words.text(`${toggle.key}-${isHidden ? 'show' : 'hide'}`))
    const href = visit.here({ [toggle.name]: isHidden ? '0' : '1', offset: null, dir: null })
    return html`<a class="chip${isHidden && ' on'}" href="${href}" rel="nofollow">${text}</a>`
  })}</nav>`
}
