// Sentence marks that several checks use.

/** Visarga and section sign, which end a Burmese question. */
export const BURMESE_QUESTION = '\u1038\u104B'

const INTERROBANGS = ['?!', '!?', '؟!', '!؟', '？！', '！？', '⁈', '⁉']

export const endsInInterrobang = (text: string): boolean => INTERROBANGS.some(mark => text.endsWith(mark))
