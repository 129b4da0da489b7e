import type { JustSaved } from '../shared/just-saved.ts'
import type { EditorProps } from './props.ts'

/** What `action=edit` answers. */
export interface SavedEdit {
  readonly result: string
  readonly oldrevid?: number
  readonly newrevid?: number
}

/** What the page shows once it has been saved. */
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
