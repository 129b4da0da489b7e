// Tables of articles: those that are wider than the text scroll by themselves, those that authors marked sort by their heads.
import { t } from '../shared/texts.ts'

/** Tables that stand in no other one. */
const outermost = (text: HTMLElement): HTMLTableElement[] =>
  [...text.querySelectorAll<HTMLTableElement>('.mw-parser-output table')].filter(
    table => !table.parentElement!.closest('table, .scrolls, .toc'),
  )

/** Gives each table that does not fit a frame of its own to scroll in, so that the text beside it stays where it is. */
export function scrollWideTables(text: HTMLElement): void {
  const look = () => {
    for (const table of outermost(text)) {
      const room = table.parentElement!.clientWidth
      if (room === 0 || table.offsetWidth <= room + 1) continue
      const frame = document.createElement('div')
      frame.className = 'scrolls'
      frame.tabIndex = 0
      frame.setAttribute('role', 'region')
      frame.setAttribute('aria-label', table.caption?.textContent?.trim() || t('wiki.wide_table'))
      table.before(frame)
      frame.append(table)
    }
  }
  look()
  let width = text.clientWidth
  new ResizeObserver(() => {
    if (text.clientWidth === width) return
    width = text.clientWidth
    look()
  }).observe(text)
}

/** `class="sortable"`: a click on a head sorts by its column, another one the other way round. */
export function sortTables(text: HTMLElement): void {
  for (const table of text.querySelectorAll<HTMLTableElement>('table.sortable')) {
    const heads = headRow(table)
    if (!heads) continue
    for (const head of heads.cells) {
      if (head.tagName !== 'TH' || head.classList.contains('unsortable') || !head.textContent?.trim()) continue
      const button = document.createElement('button')
      button.type = 'button'
      // What can be clicked in a head stays what it is, and a sign beside it sorts.
      if (head.querySelector('a, button, input')) {
        button.setAttribute('aria-label', head.textContent.trim())
        head.append(button)
      } else {
        button.append(...head.childNodes)
        head.append(button)
      }
      head.setAttribute('aria-sort', 'none')
      button.addEventListener('click', () => sortBy(table, heads, head))
    }
  }
}

/** The last of the rows at the beginning that have heads alone. */
function headRow(table: HTMLTableElement): HTMLTableRowElement | undefined {
  const rows = [...table.rows].filter(row => row.closest('table') === table)
  const isHead = (row: HTMLTableRowElement) => [...row.cells].every(cell => cell.tagName === 'TH')
  const end = rows.findIndex(row => !isHead(row))
  return end < 1 || end === rows.length ? undefined : rows[end - 1]
}

function sortBy(table: HTMLTableElement, heads: HTMLTableRowElement, head: HTMLTableCellElement): void {
  const isDescending = head.getAttribute('aria-sort') === 'ascending'
  for (const other of heads.cells) if (other.hasAttribute('aria-sort')) other.setAttribute('aria-sort', 'none')
  head.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending')
  const all = [...table.rows].filter(row => row.closest('table') === table)
  const rows = all.slice(all.indexOf(heads) + 1).filter(row => !row.matches('.sortbottom, .sorttop'))
  splitCells(rows)
  const column = columnOf(heads, head)
  const valued = rows.map(row => [valueIn(row, column), row] as const)
  const filled = valued.filter(([value]) => value !== '')
  const isNumeric = filled.length > 0 && filled.every(([value]) => !Number.isNaN(numberIn(value)))
  const collator = new Intl.Collator(table.closest<HTMLElement>('[lang]')?.lang || undefined, { numeric: true })
  const compare = (a: string, b: string) => (isNumeric ? numberIn(a) - numberIn(b) : collator.compare(a, b))
  // Cells without anything stay last, whichever way the others go.
  const ordered = filled.sort(([a], [b]) => (isDescending ? compare(b, a) : compare(a, b)))
  const empty = valued.filter(([value]) => value === '')
  const places = rows.map(row => {
    const place = document.createComment('')
    row.replaceWith(place)
    return place
  })
  for (const [i, [, row]] of [...ordered, ...empty].entries()) places[i]!.replaceWith(row)
}

function columnOf(row: HTMLTableRowElement, cell: HTMLTableCellElement): number {
  let column = 0
  for (const each of row.cells) {
    if (each === cell) return column
    column += each.colSpan
  }
  return column
}

function valueIn(row: HTMLTableRowElement, column: number): string {
  let at = 0
  for (const cell of row.cells) {
    if (column < at + cell.colSpan) return (cell.dataset.sortValue ?? cell.textContent ?? '').trim()
    at += cell.colSpan
  }
  return ''
}

/** What a cell counts: figures with whatever groups them, before or behind a unit. */
function numberIn(text: string): number {
  const [figures] = /[-−+]?\d[\d\s.,'’\u00a0\u202f]*/.exec(text.replace(/\[[^\]]*\]/g, '')) ?? []
  if (
    figures === undefined ||
    text
      .replace(figures, '')
      .replace(/\[[^\]]*\]/g, '')
      .trim().length > 6
  )
    return Number.NaN
  let plain = figures.replace(/[\s'’\u00a0\u202f]/g, '').replace('−', '-')
  // A sign before exactly three figures groups them; the last other one is the decimal sign.
  plain = plain.replace(/[.,](?=\d{3}(?:[.,]|$))/g, '').replace(',', '.')
  return Number(plain)
}

/** A cell that reaches over several rows is given to each of them, for they may part. */
function splitCells(rows: readonly HTMLTableRowElement[]): void {
  for (const [i, row] of rows.entries())
    for (const cell of [...row.cells]) {
      const more = Math.min(cell.rowSpan - 1, rows.length - 1 - i)
      if (cell.rowSpan === 1) continue
      const column = columnOf(row, cell)
      cell.rowSpan = 1
      for (let below = 1; below <= more; below++) {
        const target = rows[i + below]!
        const before = [...target.cells].find(each => columnOf(target, each) >= column) ?? null
        target.insertBefore(cell.cloneNode(true), before)
      }
    }
}
