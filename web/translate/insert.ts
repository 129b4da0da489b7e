/** The field in which somebody writes, or wrote last. */
let last: HTMLTextAreaElement | null = null

export const isWrittenIn = (field: HTMLTextAreaElement): void => {
  last = field
}

/** The field to put something into. */
export const field = (): HTMLTextAreaElement | null =>
  last?.isConnected ? last : document.querySelector<HTMLTextAreaElement>('.tr-field textarea')

/** Puts a text where the cursor is. The browser can take it back like what was typed. */
export function insert(text: string): void {
  const place = field()
  if (place === null || place.readOnly) return
  place.focus()
  // The only way that keeps the browser's own undo; where it is gone the text goes in without.
  if (document.execCommand('insertText', false, text)) return
  place.setRangeText(text, place.selectionStart, place.selectionEnd, 'end')
  place.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
