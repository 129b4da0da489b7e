/** XML 1.0 has no way at all to write these characters. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const clean = (text: string): string => text.toWellFormed().replace(unwritable, '\ufffd')

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}
const escapeText = (text: string): string => text.replace(/[&<>]/g, char => ESCAPES[char]!)
const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, char => ESCAPES[char]!)

type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element with text; one without any is closed at once, with a blank before the slash, as MediaWiki writes it. */
export function element(name: string, attributes: Attributes, text: string | number | null): string {
  const shown = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(clean(String(value)))}"`)
    .join('')
  const content = text === null ? '' : escapeText(clean(String(text)))
  return content === '' ? `<${name}${shown} />` : `<${name}${shown}>${content}</${name}>`
}

/** Lines, each behind `depth` levels of two blanks. */
export const indented = (depth: number, lines: readonly string[]): string =>
  lines.map(line => `${'  '.repeat(depth)}${line}\n`).join('')
