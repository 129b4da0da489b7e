// Marks at the end of a sentence that more than one check has to know.

/** Visarga and section sign together: how a Burmese question ends. */
export const BURMESE_QUESTION = '\u1038\u104B'

const INTERROBANGS = ['?!', '!?', '؟!', '!؟', '？！', '！？', '⁈', '⁉']

export const endsInInterrobang = (text: string): boolean => INTERROBANGS.some(mark => text.endsWith(mark))
