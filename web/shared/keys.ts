/** Name of a key: "Ctrl+Enter", "Alt+ArrowDown", "?". On a Mac, Command counts as Ctrl. */
export function pressed(event: KeyboardEvent): string {
  const parts = []
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl')
  if (event.altKey) parts.push('Alt')
  if (event.shiftKey && event.key.length > 1) parts.push('Shift')
  return [...parts, event.key.length === 1 ? event.key.toLowerCase() : event.key].join('+')
}

/** Whether the element takes text input, so that single letters are not shortcuts. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
