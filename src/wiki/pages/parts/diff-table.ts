import { Html, html, type Piece } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import type { Visit } from '../visit.ts'

const CELL = {
  deleted:
    /<td class="diff-marker" data-marker="−"><\/td>(<td class="diff-deletedline diff-side-deleted"><div><del class="diffchange[^"]*">)([^<]*)(<\/del>)/g,
  added:
    /<td class="diff-marker" data-marker="\+"><\/td>(<td class="diff-addedline diff-side-added"><div><ins class="diffchange[^"]*">)([^<]*)(<\/ins>)/g,
} as const
/** Shorter lines may match by chance. */
const SHORTEST = 12

/**
 * Links the markers of unchanged paragraphs that moved to another place. `rows` is the table of `action=compare`.
 */
export function markMoved(rows: string, { words }: Pick<Visit, 'words'>): string {
  const linesOf = (pattern: RegExp): string[] => [...rows.matchAll(pattern)].map(([, , text = '']) => text.trim())
  const waiting = Map.groupBy(
    linesOf(CELL.added).filter(text => text.length >= SHORTEST),
    text => text,
  )
  const counts = new Map([...waiting].map(([text, all]) => [text, all.length]))
  const moved = new Map<string, number[]>()
  let number = 0
  const left = rows.replace(CELL.deleted, (all, start: string, text: string, end: string) => {
    const key = text.trim()
    const free = counts.get(key) ?? 0
    if (free === 0) return all
    counts.set(key, free - 1)
    number++
    moved.set(key, [...(moved.get(key) ?? []), number])
    return `${marker(number, 'left', 'right', words.text('diff-paragraph-moved-tonew'))}${start}${text}${end}`
  })
  return left.replace(CELL.added, (all, start: string, text: string, end: string) => {
    const partner = moved.get(text.trim())?.shift()
    return partner === undefined
      ? all
      : `${marker(partner, 'right', 'left', words.text('diff-paragraph-moved-toold'))}${start}${text}${end}`
  })
}

const marker = (number: number, here: string, there: string, title: string): string =>
  html`<td class="diff-marker moved">
    <a id="moved-${number}-${here}" href="#moved-${number}-${there}" title="${title}" aria-label="${title}">⇄</a>
  </td>`.text

interface DiffTable {
  /** Rows as returned by `action=compare`. */
  readonly rows: string
  readonly left: Piece
  readonly right: Piece
  readonly isInline?: boolean
  /** Language of the texts, if not the wiki's. */
  readonly lang?: string
}

/** Side-by-side or inline diff; narrow screens always show it inline. */
export function diffTable(visit: Visit, table: DiffTable): Html {
  const { words, site } = visit
  const { rows, left, right, isInline = false, lang = site.language } = table
  const body =
    rows === ''
      ? html`<tr><td colspan="4" class="diff-notice">${words.text('diff-empty')}</td></tr>`
      : new Html(markMoved(rows, visit))
  return html`<table class="diff${isInline && ' inline'}" lang="${bcp47(lang)}">
    <colgroup>
      <col class="diff-marker">
      <col class="diff-content">
      <col class="diff-marker">
      <col class="diff-content">
    </colgroup>
    <thead>
      <tr>
        <th colspan="2" scope="col" class="diff-otitle" lang="${bcp47(visit.language)}">${left}</th>
        <th colspan="2" scope="col" class="diff-ntitle" lang="${bcp47(visit.language)}">${right}</th>
      </tr>
    </thead>
    <tbody dir="auto">${body}</tbody>
  </table>`
}
