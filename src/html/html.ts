/** HTML that is already safe to write. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, c => ESCAPES[c]!)

export type Piece = string | number | Html | null | undefined | false | readonly Piece[]

const write = (piece: Piece): string => {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  if (Array.isArray(piece)) return piece.map(write).join('')
  return escapeHtml(String(piece))
}

/** Template tag: every value is escaped unless it is `Html` itself. */
export const html = (strings: TemplateStringsArray, ...values: Piece[]): Html =>
  new Html(strings.map((part, i) => part + (i < values.length ? write(values[i]) : '')).join(''))
