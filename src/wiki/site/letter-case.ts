// Case conversion of names as in MediaWiki: full Unicode mappings without context-dependent rules.

const turkicI = new Set(['tr', 'az', 'kaa'])

/** Lower case. A capital sigma always becomes σ; JavaScript would use ς at the end of a word. */
export function lowerCase(text: string): string {
  return text.includes('Σ') ? text.replaceAll('Σ', 'σ').toLowerCase() : text.toLowerCase()
}

export function upperCase(text: string): string {
  return text.toUpperCase()
}

/** Capitalizes the first character; languages with a dotless i have their own pair. */
export function upperFirst(text: string, language: string): string {
  if (text === '') return text
  const code = text.charCodeAt(0)
  if (code < 0x60) return text
  if (code === 0x69 && turkicI.has(language)) return `İ${text.slice(1)}`
  if (code < 0x80) return text[0]!.toUpperCase() + text.slice(1)
  const first = String.fromCodePoint(text.codePointAt(0)!)
  const upper = first.toUpperCase()
  return upper === first ? text : upper + text.slice(first.length)
}

export function lowerFirst(text: string, language: string): string {
  if (text === '') return text
  if (text[0] === 'I' && turkicI.has(language)) return `ı${text.slice(1)}`
  const first = String.fromCodePoint(text.codePointAt(0)!)
  return lowerCase(first) + text.slice(first.length)
}
