/**
 * Reads `name=value&…` as browsers write it. Later values win, as in PHP; names of objects' own properties are harmless in a
 * Map. It agrees with URLSearchParams, which takes several times as long for what requests nearly always are.
 */
export function readForm(text: string): Map<string, string> {
  const form = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('&', at)
    const end = next < 0 ? text.length : next
    if (end > at) {
      const sign = text.indexOf('=', at)
      const middle = sign < 0 || sign > end ? end : sign
      form.set(decode(text.slice(at, middle)), decode(text.slice(middle + 1, end)))
    }
    at = end + 1
  }
  return form
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Not UTF-8, or a percent sign by itself; URLSearchParams makes the best of it.
    return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x')!
  }
}
