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

/** The static parts of each template, without the indentation of the source. It matters in preformatted text. */
const PARTS = new WeakMap<TemplateStringsArray, readonly string[]>()

function partsOf(strings: TemplateStringsArray): readonly string[] {
  let parts = PARTS.get(strings)
  if (parts === undefined) {
    const isPreformatted = strings.some(part => part.includes('<pre'))
    parts = isPreformatted ? strings : strings.map(part => part.replace(/\n +/g, '\n'))
    PARTS.set(strings, parts)
  }
  return parts
}

/** Template tag: every value is escaped unless it is `Html` itself. */
export const html = (strings: TemplateStringsArray, ...values: Piece[]): Html => {
  const parts = partsOf(strings)
  let text = parts[0]!
  for (let i = 0; i < values.length; i++) text += write(values[i]) + parts[i + 1]!
  return new Html(text)
}
