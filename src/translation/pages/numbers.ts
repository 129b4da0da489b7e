import { type Html, html, type Piece } from '#web/html.ts'
import { scrolling } from '#web/page.ts'
import type { Totals } from '../statistics/statistics.ts'
import { percent } from '../statistics/statistics.ts'
import { isoMicroseconds } from '../values/timestamp.ts'

const grouped = (n: number): string => n.toLocaleString('en')

const bar = (share: number): Html => html`<div class="bar"><i style="width:${share.toFixed(1)}%"></i></div>`

/** A row of a table of languages, projects or components. */
export const progressRow = (address: string, name: Piece, t: Totals): Html => {
  const share = percent(t.translated, t.total)
  return html`<tr><td><a href="${address}">${name}</a></td><td>${bar(share)}</td><td class="n">${share.toFixed(1)} %</td>
<td class="n extra">${grouped(t.translated)} / ${grouped(t.total)}</td><td class="n extra">${grouped(t.total_words)}</td>
<td class="n extra">${grouped(t.failing)}</td><td class="n extra">${grouped(t.suggestions)}</td></tr>`
}

/** Several languages may have one name, so the code stands beside it. */
export const languageName = ({ name, code }: { name: string; code: string }): Html =>
  html`${name} <small>${code}</small>`

export const progressTable = (what: string, rows: readonly Html[]): Html =>
  rows.length === 0
    ? html`<p class="quiet">None yet.</p>`
    : html`<table><thead><tr><th scope="col">${what}</th><td></td><th scope="col" class="n">Translated</th><th scope="col" class="n extra">Strings</th>
<th scope="col" class="n extra">Words</th><th scope="col" class="n extra">Failing checks</th><th scope="col" class="n extra">Suggestions</th></tr></thead><tbody>${rows}</tbody></table>`

const lastChange = ({ last_change }: Totals): Html | string =>
  last_change === null
    ? 'none yet'
    : html`<time datetime="${isoMicroseconds(last_change)}">${isoMicroseconds(last_change).slice(0, 16).replace('T', ' ')} UTC</time>`

/** The same numbers as the statistics of the API, for people, who are told when they are not final. */
export function numbersTable(t: Totals, checksPending: boolean): Html {
  const line = (name: string, strings: number, words: number | null, characters: number | null) =>
    html`<tr><th scope="row">${name}</th><td class="n">${grouped(strings)}</td><td class="n">${percent(strings, t.total).toFixed(1)} %</td>
<td class="n">${words === null ? '' : grouped(words)}</td><td class="n">${characters === null ? '' : grouped(characters)}</td></tr>`
  const table = html`<table><thead><tr><td></td><th scope="col" class="n">Strings</th><th scope="col" class="n">Share</th><th scope="col" class="n">Words</th>
<th scope="col" class="n">Characters</th></tr></thead><tbody>
${line('Total', t.total, t.total_words, t.total_chars)}
${line('Translated', t.translated, t.translated_words, t.translated_chars)}
${line('Approved', t.approved, t.approved_words, t.approved_chars)}
${line('Read-only', t.readonly, t.readonly_words, t.readonly_chars)}
${line('Needing edit', t.fuzzy, t.fuzzy_words, t.fuzzy_chars)}
${line('Failing checks', t.failing, t.failing_words, t.failing_chars)}
${line('With suggestions', t.suggestions, null, null)}
${line('With comments', t.comments, null, null)}
</tbody></table>`
  return html`${scrolling('Numbers', table)}
<p class="quiet">Last change: ${lastChange(t)}; changes in the six hours up to it: ${grouped(t.recent_changes)}.</p>
${checksPending && html`<p class="quiet">Checks are still running, so more or fewer strings may fail them in a moment.</p>`}`
}
