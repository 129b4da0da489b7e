/** Characters that titles and section names treat as spaces. */
const blanks = /[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g

/** Marks of writing direction, which titles and section names do not have. */
const directions = /[\u200e\u200f\u202a-\u202e]+/g

/** One underscore for each run of spaces, and no marks of direction. */
export const withPlainSpaces = (name: string): string => name.replace(directions, '').replace(blanks, '_')
