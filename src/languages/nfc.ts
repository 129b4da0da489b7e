/** Invisible character that separates marks (UAX #15, "Stream-Safe Text Format"). */
const JOINER = '\u034f'
/** Maximum number of marks that are sorted together. No writing system needs a tenth of this. */
export const MOST_MARKS = 100
/** The joiner is a mark too, but no mark is moved across it. */
const SEVERAL_MARKS = /[\p{M}--\u034f]{2,}/gv

/**
 * Unicode normal form C. Sorting the marks of a letter takes quadratic time: eighty thousand took seven seconds. So
 * longer sequences of marks are split into pieces, which stay in normal form.
 */
export const nfc = (text: string): string => text.replace(SEVERAL_MARKS, split).normalize('NFC')

function split(marks: string): string {
  if (marks.length <= MOST_MARKS) return marks
  const each = [...marks]
  const pieces: string[] = []
  for (let at = 0; at < each.length; at += MOST_MARKS) pieces.push(each.slice(at, at + MOST_MARKS).join(''))
  return pieces.join(JOINER)
}
