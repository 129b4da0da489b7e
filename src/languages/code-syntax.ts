/**
 * Whether a text can be a language code: in `uselang`, as a page language, in a message name. Unknown codes are
 * allowed; characters that are invalid in page titles or would break HTML are not.
 */
export function isPossibleCode(code: string): boolean {
  return code !== '' && Buffer.byteLength(code) <= 128 && !forbidden.test(code)
}

const forbidden = /[:/\\&<>'"#[\]{}|\u0000-\u001f\u007f]|%[0-9a-fA-F]{2}/

/** The requested language, or the wiki's own for an invalid or empty code. */
export function requestedLanguage(requested: string, contentLanguage: string): string {
  const code = requested.toLowerCase()
  return isPossibleCode(code) ? code : contentLanguage
}
