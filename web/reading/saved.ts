import { takeSaved } from '../shared/just-saved.ts'
import { t } from '../shared/texts.ts'

/** Confirms the edit that was just saved and offers to undo it. */
export function confirmSaved(): void {
  const saved = takeSaved()
  const place = document.querySelector('main .page') ?? document.querySelector('main')
  if (saved === null || place === null) return
  const note = document.createElement('div')
  note.className = 'note good just-saved'
  note.role = 'status'
  note.append(t('wiki.saved'))
  if (saved.undo !== null) {
    const undo = document.createElement('a')
    undo.href = saved.undo
    undo.textContent = t('wiki.undo_save')
    note.append(' ', undo)
  }
  place.prepend(note)
}
