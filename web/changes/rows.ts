// The rows of a work list, and which one is current.

export const list = (): HTMLElement | null => document.querySelector('.change-lists')
export const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.change-lists .change')]

let currentRow: HTMLElement | null = null

export const current = (): HTMLElement | null => (currentRow?.isConnected ? currentRow : null)

/** Makes a row current, focuses it and keeps it in view. */
export function moveTo(row: HTMLElement): void {
  currentRow?.removeAttribute('aria-current')
  currentRow = row
  row.setAttribute('aria-current', 'true')
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/** The row that many places further; null at the end. */
export function beside(row: HTMLElement | null, step: number): HTMLElement | null {
  const all = rows()
  const at = row === null ? -1 : all.indexOf(row)
  return at < 0 ? (all[0] ?? null) : (all[at + step] ?? null)
}

export const isUnpatrolled = (row: HTMLElement): boolean => row.dataset.unpatrolled !== undefined

/** The next row that needs patrol; otherwise the next row. */
export function nextToPatrol(row: HTMLElement): HTMLElement | null {
  const all = rows()
  return all.slice(all.indexOf(row) + 1).find(isUnpatrolled) ?? beside(row, 1)
}

/** Adds a word to the marks of a row, once. */
export function mark(row: HTMLElement, text: string, kind: string): void {
  const marks = row.querySelector('.marks')
  if (!marks || [...marks.children].some(each => each.textContent === text)) return
  const chip = document.createElement('span')
  chip.className = `chip ${kind}`
  chip.append(document.createElement('i'), text)
  marks.append(chip)
}
