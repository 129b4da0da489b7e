import { FormTooLarge } from './request.ts'

/**
 * Parses `name=value&…` like browsers encode it. Later values win, as in PHP, and a Map makes names such as `__proto__`
 * harmless. Gives the same result as URLSearchParams but is several times faster for typical requests. Empty fields
 * (`&&`) are ignored.
 */
export function readForm(text: string, mostFields = Number.POSITIVE_INFINITY): Map<string, string> {
  const form = new Map<string, string>()
  let fields = 0
  let sign = -1
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('&', at)
    const end = next < 0 ? text.length : next
    if (end > at) {
      if (++fields > mostFields) throw new FormTooLarge(`A form may have at most ${mostFields} fields.`)
      // Search once instead of for every field: a form may contain no equals sign at all.
      if (sign < at) sign = signFrom(text, at)
      const middle = Math.min(sign, end)
      form.set(decode(text.slice(at, middle)), decode(text.slice(middle + 1, end)))
    }
    at = end + 1
  }
  return form
}

function signFrom(text: string, at: number): number {
  const sign = text.indexOf('=', at)
  return sign < 0 ? text.length : sign
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.split('+').join(' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Invalid UTF-8 or a lone percent sign: URLSearchParams decodes what it can.
    return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x')!
  }
}
