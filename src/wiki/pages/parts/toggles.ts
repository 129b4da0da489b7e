import { type Html, html } from '#html/html.ts'
import type { Visit } from '../visit.ts'

/** A kind of change that a list can leave out: the parameter of the address, and whether it is left out unless asked for. */
export interface Toggle {
  readonly name: string
  /** The message, with "show" or "hide" as its parameter. */
  readonly key: string
  readonly usual?: boolean
}

export const isOn = ({ search }: Pick<Visit, 'search'>, { name, usual = false }: Toggle): boolean => {
  const value = search.get(name)
  return value === null ? usual : value !== '0'
}

/** Links that hide or show kinds of changes; what is hidden now is marked. */
export function toggleLinks(visit: Visit, toggles: readonly Toggle[]): Html {
  const { words } = visit
  return html`<nav class="toggles" aria-label="${words.text('rcfilters-filterlist-title')}">${toggles.map(toggle => {
    const isHidden = isOn(visit, toggle)
    const text = words.text(toggle.key, words.text(`${toggle.key}-${isHidden ? 'show' : 'hide'}`))
    const href = visit.here({ [toggle.name]: isHidden ? '0' : '1', offset: null, dir: null })
    return html`<a class="chip${isHidden && ' on'}" href="${href}" rel="nofollow">${text}</a>`
  })}</nav>`
}
