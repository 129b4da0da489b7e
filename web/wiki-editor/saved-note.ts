import type { JustSaved } from '../shared/just-saved.ts'
import type { EditorProps } from './props.ts'

/** Response of `action=edit`. */
export interface SavedEdit {
  readonly result: string
  readonly oldrevid?: number
  readonly newrevid?: number
}

/** Notice shown on the page after saving. */
export function savedNote(
  { address, script, title }: EditorProps,
  { oldrevid = 0, newrevid = 0 }: SavedEdit,
): JustSaved {
  const query = new URLSearchParams({
    title,
    action: 'edit',
    undo: String(newrevid),
    undoafter: String(oldrevid),
  })
  return {
    path: new URL(address, location.href).pathname,
    revision: newrevid,
    undo: oldrevid === 0 ? null : `${script}?${query}`,
  }
}
