/** A key as people write it: "Ctrl+Enter", "Alt+ArrowDown", "?". On a Mac the command key is as good as Ctrl. */
export function pressed(event: KeyboardEvent): string {
  const parts = []
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl')
  if (event.altKey) parts.push('Alt')
  if (event.shiftKey && event.key.length > 1) parts.push('Shift')
  return [...parts, event.key.length === 1 ? event.key.toLowerCase() : event.key].join('+')
}

/** Somebody is typing there: a single letter belongs to their text. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
