// Comparison of states and forms for checks that look at other strings.

const TRANSLATED = 20

export const isTranslated = (state: number): boolean => state >= TRANSLATED

export function sameForms(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((form, i) => form === other[i])
}
