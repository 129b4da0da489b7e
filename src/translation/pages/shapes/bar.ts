import { type Html, html } from '#html/html.ts'
import type { Totals } from '../../statistics/statistics.ts'
import type { PageContext } from '../send-page.ts'
import { COUNTED } from './counted.ts'

/** String states in the order of the bar; the rest is untranslated. */
export const STATES = [
  { counted: 'approved', word: 'state.approved', look: 's-approved' },
  { counted: 'translated', word: 'state.translated', look: 's-done' },
  { counted: 'readonly', word: 'state.read_only', look: 's-readonly' },
  { counted: 'needsEditing', word: 'state.needs_editing', look: 's-edit' },
  { counted: 'open', word: 'state.open', look: 's-open' },
] as const

/** A stacked bar of states with an accessible description. */
export function bar({ reader, wording }: PageContext, totals: Totals): Html {
  const parts = STATES.map(state => ({ ...state, strings: COUNTED[state.counted].strings(totals) })).filter(
    ({ strings }) => strings > 0,
  )
  const description = parts
    .map(({ word, strings }) => `${reader.t(word)} ${wording.share(strings, totals.total)}`)
    .join(', ')
  const shapes = parts.map(({ look, strings, counted }) =>
    counted === 'open' ? '' : html`<i class="${look}" style="flex-basis:${width(strings, totals.total)}%"></i>`,
  )
  return html`<div class="bar" role="img" aria-label="${description || reader.t('browse.no_strings')}">${shapes}</div>`
}

const width = (part: number, whole: number): string => ((100 * part) / whole).toFixed(2).replace(/\.?0+$/, '')

/** The legend, with counts that link to the strings. */
export const legend = ({ reader, wording }: PageContext, totals: Totals, address: (q: string) => string): Html =>
  html`<ul class="legend">${STATES.map(({ counted, word, look }) => {
    const strings = COUNTED[counted].strings(totals)
    const label = html`${reader.t(word)} <b class="num">${wording.number(strings)}</b>`
    return (
      strings > 0 &&
      html`<li>
        <i class="${look}" aria-hidden="true"></i><a class="plain" href="${address(COUNTED[counted].q)}">${label}</a>
      </li>`
    )
  })}</ul>`
