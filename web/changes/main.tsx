// Work lists of changes: keys move, open diffs, patrol, roll back, thank, warn and block.
import { isTyping, pressed } from '../shared/keys.ts'
import { t } from '../shared/texts.ts'
import { isFormKey, openForm } from './beside.ts'
import { followChanges, showNewer } from './live.ts'
import { closePanel, openPanel, panelOf } from './panel.ts'
import { patrol, prepareToken } from './patrol.ts'
import { beside, current, list, moveTo, nextToPatrol } from './rows.ts'
import { clearSelection, patrolSelected, selected, showSelection, toggle, toggleGroup } from './selection.ts'

const live = document.querySelector<HTMLElement>('[data-live-changes]')
if (live) followChanges(live)
// After going back, browsers restore checkboxes.
showSelection()

/** Goes to a row. If the one before is open, the next one opens too. */
function go(row: HTMLElement | null, from: HTMLElement | null): void {
  if (!row) return
  const wasOpen = from !== null && panelOf(from) !== null
  if (wasOpen) {
    closePanel(from)
    openPanel(row)
  }
  moveTo(row)
  if (wasOpen) panelOf(row)?.scrollIntoView({ block: 'nearest' })
}

function act(key: string, row: HTMLElement): void {
  if (key === 'p') {
    patrol(row)
    go(nextToPatrol(row), row)
  } else if (key === 'd') toggleDiff(row)
  else if (key === 'j') go(beside(row, 1), row)
  else if (isFormKey(key)) void openForm(row, key)
}

function toggleDiff(row: HTMLElement): void {
  if (panelOf(row)) closePanel(row)
  else {
    prepareToken()
    openPanel(row)?.scrollIntoView({ block: 'nearest' })
    row.scrollIntoView({ block: 'nearest' })
  }
}

document.addEventListener('keydown', event => {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return
  const key = pressed(event)
  const row = current()
  const isInForm = isTyping(event)
  if (key === 'Escape') {
    if (row && panelOf(row)) {
      closePanel(row)
      moveTo(row)
    } else if (selected().length > 0) clearSelection()
    return
  }
  const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
  if ((isInForm && !isBox) || event.ctrlKey || event.metaKey || event.altKey) return
  const handled = event.shiftKey ? withShift(key, row) : without(key, row)
  if (handled) event.preventDefault()
})

function without(key: string, row: HTMLElement | null): boolean {
  if (key === 'j' || key === 'k') {
    prepareToken()
    go(beside(row, key === 'j' ? 1 : -1), row)
    return true
  }
  if (key === 'n') {
    showNewer()
    return true
  }
  if (!row || !'dpxrtwb'.includes(key)) return false
  if (key === 'x') toggle(row)
  else act(key, row)
  return true
}

function withShift(key: string, row: HTMLElement | null): boolean {
  if (key === 'x' && row) toggleGroup(row.closest('.group'))
  else if (key === 'p') patrolSelected()
  else return false
  return true
}

// Rows and buttons do the same by mouse or touch.
list()?.parentElement?.addEventListener('click', event => {
  const target = event.target as HTMLElement
  const key = target.closest<HTMLElement>('.opened-do [data-key]')?.dataset.key
  const opened = target.closest('.opened')?.previousElementSibling as HTMLElement | null
  if (key !== undefined && opened) return act(key, opened)
  const row = target.closest<HTMLElement>('.change')
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (target.closest('a.open-diff')) {
    event.preventDefault()
    moveTo(row)
    toggleDiff(row)
  }
})

document.addEventListener('change', event => {
  const box = event.target as HTMLInputElement
  if (box.matches('.group-head input.all')) toggleGroup(box.closest('.group'))
  else if (box.matches('input[name="change"]')) showSelection()
})

// The bar patrols without leaving the page; roll back and thank submit the form.
document.addEventListener('submit', event => {
  const { submitter } = event as SubmitEvent
  if (!(submitter instanceof HTMLButtonElement) || submitter.name !== 'do' || submitter.value !== 'patrol') return
  event.preventDefault()
  patrolSelected()
})

document.addEventListener('list-keys', ({ detail }) => {
  detail.push(
    ['j / k', t('patrol.key_move')],
    ['d', t('patrol.key_diff')],
    ['p', t('patrol.key_patrol')],
    ['r', t('patrol.key_rollback')],
    ['t', t('patrol.key_thank')],
    ['w', t('patrol.key_warn')],
    ['b', t('patrol.key_block')],
    ['x', t('patrol.key_select')],
    ['Shift X', t('patrol.key_select_page')],
    ['Shift P', t('patrol.key_patrol_selected')],
    ['n', t('patrol.key_newer')],
    ['Esc', t('patrol.key_clear')],
  )
})
