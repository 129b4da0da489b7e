/** The last focused field. */
let last: HTMLTextAreaElement | null = null

export const isWrittenIn = (field: HTMLTextAreaElement): void => {
  last = field
}

/** The field to insert into. */
export const field = (): HTMLTextAreaElement | null =>
  last?.isConnected ? last : document.querySelector<HTMLTextAreaElement>('.tr-field textarea')

/** Inserts text at the cursor, so that the browser can undo it. */
export function insert(text: string): void {
  const place = field()
  if (place === null || place.readOnly) return
  place.focus()
  // The only way to keep the browser's undo history. Falls back to a plain insertion.
  if (document.execCommand('insertText', false, text)) return
  place.setRangeText(text, place.selectionStart, place.selectionEnd, 'end')
  place.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
