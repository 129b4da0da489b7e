// States and forms as the checks that look at other strings compare them.

const TRANSLATED = 20

export const isTranslated = (state: number): boolean => state >= TRANSLATED

export function sameForms(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((form, i) => form === other[i])
}
