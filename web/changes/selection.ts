// Several edits at the same time.
import { t } from '../shared/texts.ts'
import { patrol } from './patrol.ts'
import { rows } from './rows.ts'

const boxOf = (row: HTMLElement): HTMLInputElement | null => row.querySelector('input[name="change"]')
const bar = document.querySelector<HTMLElement>('.bulk')

export const selected = (): HTMLElement[] => rows().filter(row => boxOf(row)?.checked)

function select(row: HTMLElement, on: boolean): void {
  const box = boxOf(row)
  if (box) box.checked = on
  row.classList.toggle('selected', on)
}

export function toggle(row: HTMLElement): void {
  select(row, !boxOf(row)?.checked)
  showSelection()
}

/** Selects all edits of a page, or none if all are selected. */
export function toggleGroup(group: Element | null): void {
  const own = [...(group?.querySelectorAll<HTMLElement>('.change') ?? [])]
  const on = own.some(row => boxOf(row)?.checked === false)
  for (const row of own) select(row, on)
  showSelection()
}

export function clearSelection(): void {
  for (const row of rows()) select(row, false)
  showSelection()
}

/** Marks the selected edits as patrolled. */
export function patrolSelected(): void {
  for (const row of selected()) patrol(row)
  clearSelection()
}

/** Shows the bar with the number of selected edits. */
export function showSelection(): void {
  const count = selected().length
  for (const row of rows()) row.classList.toggle('selected', boxOf(row)?.checked === true)
  for (const all of document.querySelectorAll<HTMLInputElement>('.group-head input.all')) {
    const boxes = [...(all.closest('.group')?.querySelectorAll<HTMLInputElement>('input[name="change"]') ?? [])]
    all.checked = boxes.length > 0 && boxes.every(box => box.checked)
    all.indeterminate = !all.checked && boxes.some(box => box.checked)
  }
  if (!bar) return
  bar.classList.toggle('is-shown', count > 0)
  const place = bar.querySelector('.bulk-count')
  if (place) place.textContent = t('patrol.selected', { count })
}
