/** Characters of a text in one plural form, wherever it comes from: a person, a program or a file. */
export const LONGEST_TEXT = 100_000

export const isTooLong = (text: string): boolean =>
  // Counting characters takes a while, and a text has at least half as many as it has UTF-16 units.
  text.length > LONGEST_TEXT && (text.length > 2 * LONGEST_TEXT || [...text].length > LONGEST_TEXT)
