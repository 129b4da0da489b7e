/** What Unicode puts between marks to keep them apart (UAX #15, "Stream-Safe Text Format"); nobody sees it. */
const JOINER = '\u034f'
/** So many marks on one letter are put into order; no writing needs a tenth of them. */
export const MOST_MARKS = 100
/** The joiner is a mark too, but one that nothing is moved across. */
const SEVERAL_MARKS = /[\p{M}--\u034f]{2,}/gv

/**
 * Unicode's normal form C. Marks on one letter are sorted, and sorting them takes the square of their number: eighty
 * thousand took seven seconds. So longer rows of marks are cut into pieces, which stay in normal form.
 */
export const nfc = (text: string): string => text.replace(SEVERAL_MARKS, cut).normalize('NFC')

function cut(marks: string): string {
  if (marks.length <= MOST_MARKS) return marks
  const each = [...marks]
  const pieces: string[] = []
  for (let at = 0; at < each.length; at += MOST_MARKS) pieces.push(each.slice(at, at + MOST_MARKS).join(''))
  return pieces.join(JOINER)
}
