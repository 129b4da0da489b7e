import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Place } from '../../reports/place.ts'
import type { Totals } from '../../statistics/statistics.ts'
import { nameOf, stringsOf } from '../place-addresses.ts'
import type { PageContext } from '../send-page.ts'
import { COUNTED, type Counted } from './counted.ts'

const LINES: readonly { counted: keyof typeof COUNTED; text: TextKey; look?: string }[] = [
  { counted: 'all', text: 'browse.total' },
  { counted: 'approved', text: 'state.approved', look: 's-approved' },
  { counted: 'translated', text: 'state.translated', look: 's-done' },
  { counted: 'readonly', text: 'state.read_only', look: 's-readonly' },
  { counted: 'needsEditing', text: 'state.needs_editing', look: 's-edit' },
  { counted: 'open', text: 'state.open', look: 's-open' },
  { counted: 'failing', text: 'state.failing', look: 's-failing' },
  { counted: 'suggestions', text: 'browse.with_suggestions' },
  { counted: 'comments', text: 'browse.with_comments' },
]

/** Strings, words and characters by state, with links to the strings. */
export function statesTable({ reader, wording }: PageContext, place: Place, totals: Totals): Html {
  const { t } = reader
  const name = nameOf(place)
  const rows = LINES.map(({ counted, text, look }) => {
    const { q, strings, words, characters }: Counted = COUNTED[counted]
    const count = strings(totals)
    return html`<tr>
      <th scope="row">${look && html`<i class="dot ${look}" aria-hidden="true"></i> `}${t(text)}</th>
      <td class="end">${count === 0 ? '0' : html`<a href="${stringsOf(name, q)}">${wording.number(count)}</a>`}</td>
      <td class="end">${totals.total === 0 ? '–' : wording.share(count, totals.total)}</td>
      <td class="end extra">${words && wording.number(words(totals))}</td>
      <td class="end extra">${characters && wording.number(characters(totals))}</td>
    </tr>`
  })
  const title = t('browse.states_title')
  const table = html`<table>
    <thead>
      <tr>
        <th scope="col">${t('browse.state')}</th>
        <th scope="col" class="end">${t('browse.tab_strings')}</th>
        <th scope="col" class="end">${t('browse.share')}</th>
        <th scope="col" class="end extra">${t('browse.measure_words')}</th>
        <th scope="col" class="end extra">${t('browse.characters')}</th>
      </tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`
  return html`<section id="states" data-part>
    <h2>${title}</h2>
    <div class="card">${scrolling(title, table)}</div>
  </section>`
}
