import { parseFormattedNumber } from './number-format.ts'
import { pluralForm } from './plural-rules.ts'

const explicitForm = /^(\d+(?:\.\d+)?)=(.*)$/s

/**
 * Chooses among the forms of `{{PLURAL:COUNT|form|form|…}}`. A form like `12=a dozen` applies to exactly that number.
 * If there are fewer forms than the language has, the last one is used for the rest.
 */
export function choosePlural(code: string, count: number | string, forms: readonly string[]): string {
  const value = typeof count === 'number' ? count : readCount(code, count)
  const general: string[] = []
  for (const form of forms) {
    const explicit = explicitForm.exec(form)
    if (!explicit) general.push(form)
    else if (Number(explicit[1]) === value) return explicit[2]!
  }
  return general[Math.min(pluralForm(code, value), general.length - 1)] ?? ''
}

/** Messages often pass a formatted count: `1 234` in Russian is 1234. Unreadable counts are zero. */
function readCount(code: string, text: string): number {
  const value = Number.parseFloat(parseFormattedNumber(code, text.trim()))
  return Number.isNaN(value) ? 0 : value
}
