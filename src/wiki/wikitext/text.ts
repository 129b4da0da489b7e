// Small text operations that match MediaWiki exactly: its trim removes ASCII whitespace only.

const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0c) || code === 0

export function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

export function trimStart(text: string): string {
  let start = 0
  while (start < text.length && isBlank(text.charCodeAt(start))) start++
  return start === 0 ? text : text.slice(start)
}

export function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--
  return end === text.length ? text : text.slice(0, end)
}

/** Decodes percent-encoding; invalid UTF-8 becomes U+FFFD. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
}

const htmlMarks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }

export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, mark => htmlMarks[mark]!) : text
}

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
