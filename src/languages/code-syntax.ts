/**
 * Whether a text may be used as a language code at all: in `uselang`, as a page's language, in a message's name.
 * Codes that no list knows are allowed; characters that cannot be in a page title or would break HTML are not.
 */
export function isPossibleCode(code: string): boolean {
  return code !== '' && Buffer.byteLength(code) <= 128 && !forbidden.test(code)
}

const forbidden = /[:/\\&<>'"#[\]{}|\u0000-\u001f\u007f]|%[0-9a-fA-F]{2}/

/** The language to speak to a caller who asked for one: an impossible or empty wish gets the wiki's own language. */
export function wishedLanguage(wish: string, contentLanguage: string): string {
  const code = wish.toLowerCase()
  return isPossibleCode(code) ? code : contentLanguage
}
