/** No language code is longer than this. */
const MAX_CODE_LENGTH = 50

/**
 * Removes what surrounds a code in file names: Android's `b+` and its `r` before a country (`pt-rBR`), the `(2)` of a
 * copied file, spaces, brackets, and leading and trailing dots.
 */
export function cleanCode(text: string): string {
  let code = text.slice(0, 4 * MAX_CODE_LENGTH)
  if (code.startsWith('b+')) code = code.slice(2)
  if (/^[a-zA-Z]{2}-r[a-zA-Z]{2}$/.test(code)) code = code.replace('-r', '_')
  return code
    .replace(/\(\d+\)/g, '')
    .replace(/[\s()[\]{}<>]/g, '')
    .replace(/^\.+|\.+$/g, '')
}

/**
 * Normalizes a code for the translation platform: `pt-br` to `pt_BR`, `zh-hans-sg` to `zh_Hans_SG`, `ca_es_valencia` to
 * `ca_ES@valencia`. Private parts (`-x-…`) are kept. Undefined if the text cannot be a code.
 */
export function normaliseCode(text: string): string | undefined {
  const [main = '', ...variants] = text.split('@')
  const privateAt = main.search(/[-_]x[-_]/i)
  const privatePart = privateAt < 0 ? '' : `-x-${main.slice(privateAt + 3)}`
  const [base = '', ...parts] = (privateAt < 0 ? main : main.slice(0, privateAt)).split(/[-_+]/)
  const kept = [base.toLowerCase()]
  let hasRegion = false
  for (const part of parts) {
    if (/^[a-zA-Z]{4}$/.test(part)) kept.push(part[0]!.toUpperCase() + part.slice(1).toLowerCase())
    else if (!hasRegion && /^(?:[a-zA-Z]{2,3}|\d{3,4})$/.test(part)) {
      kept.push(part.toUpperCase())
      hasRegion = true
    } else variants.unshift(part.toLowerCase())
  }
  const code = [kept.join('_') + privatePart, ...variants].join('@')
  return code.length <= MAX_CODE_LENGTH && /^[a-z]{2,}(?:[_-][A-Za-z0-9]+)*(?:@[A-Za-z0-9_]+)*$/.test(code)
    ? code
    : undefined
}
