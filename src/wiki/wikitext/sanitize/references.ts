import { decodeCharacterReferences } from '#wiki/site/character-references.ts'

const reference = /&(?:#([0-9]+);|#[xX]([0-9A-Fa-f]+);|([A-Za-z0-9\u0080-\u{10ffff}]+);)?/gu
const kept = new Set(['lt', 'gt', 'amp', 'quot'])
const aliases: Readonly<Record<string, string>> = { רלמ: '&rlm;', رلم: '&rlm;' }

/** Normalizes character references: names become numbers, and a stray ampersand is escaped. */
export function normaliseReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return kept.has(name) ? whole : (aliases[name] ?? named(whole))
    const code =
      decimal === undefined ? hexadecimal?.toLowerCase().replace(/^0+(?=.)/, '') : decimal.replace(/^0+(?=.)/, '')
    if (code === undefined || !isCharacter(whole, code)) return `&amp;${whole.slice(1)}`
    return decimal === undefined ? `&#x${code};` : `&#${code};`
  })
}

function named(whole: string): string {
  const decoded = decodeCharacterReferences(whole)
  if (decoded === whole) return `&amp;${whole.slice(1)}`
  return Array.from(decoded, character => `&#${character.codePointAt(0)};`).join('')
}

function isCharacter(whole: string, code: string): boolean {
  return code === 'fffd' || code === '65533' || decodeCharacterReferences(whole) !== '\ufffd'
}
