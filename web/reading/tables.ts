// Article tables: wide ones scroll on their own, and those with `class="sortable"` can be sorted.
import { t } from '../shared/texts.ts'

/** Tables that are not nested in another table. */
const outermost = (text: HTMLElement): HTMLTableElement[] =>
  [...text.querySelectorAll<HTMLTableElement>('.mw-parser-output table')].filter(
    table => !table.parentElement!.closest('table, .scrolls, .toc'),
  )

/** Wraps tables that do not fit in a scrolling container, so that the text around them does not move. */
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

/** `class="sortable"`: clicking a header sorts by its column, clicking again reverses the order. */
export function sortTables(text: HTMLElement): void {
  for (const table of text.querySelectorAll<HTMLTableElement>('table.sortable')) {
    const heads = headRow(table)
    if (!heads) continue
    for (const head of heads.cells) {
      if (head.tagName !== 'TH' || head.classList.contains('unsortable') || !head.textContent?.trim()) continue
      const button = document.createElement('button')
      button.type = 'button'
      // Links in the header keep working; a separate button sorts.
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

/** The last of the leading rows that have only header cells. */
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
  // Empty cells stay last in both directions.
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

/** Numeric value of a cell: digits with group separators, before or after a unit. */
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
  // A separator before exactly three digits is a group separator; the last other one is the decimal separator.
  plain = plain.replace(/[.,](?=\d{3}(?:[.,]|$))/g, '').replace(',', '.')
  return Number(plain)
}

/** Copies cells with `rowspan` to each row, because sorting may separate the rows. */
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
