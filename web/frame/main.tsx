// Features of every page: keyboard shortcuts, closing menus, sortable tables.
import './bell.ts'
import './live-numbers.ts'
import { isTyping, pressed } from '../shared/keys.ts'
import { startOutbox } from '../shared/page-outbox.ts'
import { t } from '../shared/texts.ts'
import { showCount } from './unsent.ts'

declare global {
  interface DocumentEventMap {
    /** Dispatched before the list of shortcuts is shown. Listeners add the shortcuts of the page. */
    'list-keys': CustomEvent<[key: string, what: string][]>
  }
}

startOutbox()
showCount()

document.addEventListener('keydown', event => {
  if (event.defaultPrevented) return
  const key = pressed(event)
  if (key === 'Escape') closeMenus()
  if (isTyping(event)) return
  if (key === '/') {
    const field = document.querySelector<HTMLInputElement>('.find input[type="search"]')
    if (field) {
      event.preventDefault()
      field.focus()
    }
  }
  if (key === '?') {
    event.preventDefault()
    showKeys()
  }
  const link = keyLinks().find(each => each.dataset.key === key)
  if (link) {
    event.preventDefault()
    link.click()
  }
})

/** Links that a key opens: `<a data-key="e">`. */
const keyLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('a[data-key]')]

// Dismisses an announcement without leaving the page, so typed text is kept.
document.addEventListener('submit', event => {
  const form = event.target as HTMLFormElement
  if (!form.matches('[data-dismiss]')) return
  event.preventDefault()
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  fetch(form.action, { method: 'POST', body, redirect: 'manual' }).then(
    answer => (answer.type === 'opaqueredirect' ? form.closest('.announcement')?.remove() : form.submit()),
    () => form.submit(),
  )
})

document.addEventListener('click', event => closeMenus(event.target as Node))

// On narrow screens, sections are a scrolling row, and the current one may be out of view.
for (const current of document.querySelectorAll('.sections [aria-current]')) {
  const row = current.closest('.sections')!
  const [seen, own] = [row.getBoundingClientRect(), current.getBoundingClientRect()]
  row.scrollBy({ left: own.left + own.width / 2 - seen.left - seen.width / 2 })
}

function closeMenus(except?: Node): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]'))
    if (!except || !menu.contains(except)) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
      menu.open = false
    }
}

function showKeys(): void {
  const keys: [string, string][] = [
    ['/', t('frame.keys_search')],
    ['?', t('frame.keys_help')],
    ...keyLinks().map((link): [string, string] => [link.dataset.key!, link.textContent.trim()]),
  ]
  document.dispatchEvent(new CustomEvent('list-keys', { detail: keys }))
  const dialog = document.createElement('dialog')
  const title = document.createElement('h2')
  title.textContent = t('frame.keys')
  const list = document.createElement('dl')
  list.className = 'keys'
  for (const [key, what] of keys) {
    const term = document.createElement('dt')
    const cap = document.createElement('kbd')
    cap.textContent = key
    term.append(cap)
    const meaning = document.createElement('dd')
    meaning.textContent = what
    list.append(term, meaning)
  }
  const close = document.createElement('button')
  close.className = 'button'
  close.textContent = t('frame.close')
  close.addEventListener('click', () => dialog.close())
  const foot = document.createElement('p')
  foot.append(close)
  dialog.setAttribute('aria-label', t('frame.keys'))
  dialog.append(title, list, foot)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  // The focused button at the end would scroll a long list down.
  dialog.scrollTop = 0
}

/** Tables with `data-sorts` are sorted by clicking column headers. Cells can have a sort key in `data-value`. */
for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sorts]')) {
  for (const head of table.tHead?.rows[0]?.cells ?? []) {
    if (head.textContent?.trim() === '') continue
    const button = document.createElement('button')
    button.append(...head.childNodes)
    head.append(button)
    head.setAttribute('aria-sort', head.getAttribute('aria-sort') ?? 'none')
    button.addEventListener('click', () => sortBy(table, head))
  }
}

function sortBy(table: HTMLTableElement, head: HTMLTableCellElement): void {
  const numeric = head.classList.contains('end') || head.classList.contains('n')
  const before = head.getAttribute('aria-sort')
  const descending = before === 'none' ? numeric : before === 'ascending'
  for (const other of table.tHead!.rows[0]!.cells)
    if (other.hasAttribute('aria-sort')) other.setAttribute('aria-sort', 'none')
  head.setAttribute('aria-sort', descending ? 'descending' : 'ascending')
  const column = head.cellIndex
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true })
  const sortValue = (row: HTMLTableRowElement): string =>
    row.cells[column]?.dataset.value ?? row.cells[column]?.textContent?.trim() ?? ''
  for (const body of table.tBodies) {
    const rows = [...body.rows].map(row => [sortValue(row), row] as const)
    rows.sort(([a], [b]) => (numeric ? Number(a) - Number(b) || collator.compare(a, b) : collator.compare(a, b)))
    if (descending) rows.reverse()
    body.append(...rows.map(([, row]) => row))
  }
}
