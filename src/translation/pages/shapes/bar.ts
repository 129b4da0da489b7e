import { type Html, html } from '#html/html.ts'
import type { Totals } from '../../statistics/statistics.ts'
import type { PageContext } from '../send-page.ts'
import { COUNTED } from './counted.ts'

/** The states of a string in the order of the bar; what is left of it is not translated. */
export const STATES = [
  { counted: 'approved', word: 'state.approved', look: 's-approved' },
  { counted: 'translated', word: 'state.translated', look: 's-done' },
  { counted: 'readonly', word: 'state.read_only', look: 's-readonly' },
  { counted: 'needsEditing', word: 'state.needs_editing', look: 's-edit' },
  { counted: 'open', word: 'state.open', look: 's-open' },
] as const

/** A stacked bar of states, which says the same in words to whoever does not see it. */
export function bar({ reader, wording }: PageContext, totals: Totals): Html {
  const parts = STATES.map(state => ({ ...state, strings: COUNTED[state.counted].strings(totals) })).filter(
    ({ strings }) => strings > 0,
  )
  const said = parts.map(({ word, strings }) => `${reader.t(word)} ${wording.share(strings, totals.total)}`).join(', ')
  const shapes = parts.map(({ look, strings, counted }) =>
    counted === 'open' ? '' : html`<i class="${look}" style="flex-basis:${width(strings, totals.total)}%"></i>`,
  )
  return html`<div class="bar" role="img" aria-label="${said || reader.t('browse.no_strings')}">${shapes}</div>`
}

const width = (part: number, whole: number): string => ((100 * part) / whole).toFixed(2).replace(/\.?0+$/, '')

/** What the colours mean, each with its number and the way to its strings. */
export const legend = ({ reader, wording }: PageContext, totals: Totals, address: (q: string) => string): Html =>
  html`<ul class="legend">${STATES.map(({ counted, word, look }) => {
    const strings = COUNTED[counted].strings(totals)
    return (
      strings > 0 &&
      html`<li><i class="${look}" aria-hidden="true"></i><a class="plain" href="${address(COUNTED[counted].q)}">${reader.t(word)} <b class="num">${wording.number(strings)}</b></a></li>`
    )
  })}</ul>`
