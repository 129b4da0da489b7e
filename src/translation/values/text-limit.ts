/** Maximum number of characters in one plural form, whatever its origin. */
export const LONGEST_TEXT = 100_000

export const isTooLong = (text: string): boolean =>
  // Counting characters is slow, and a text has at least half as many as UTF-16 units.
  text.length > LONGEST_TEXT && (text.length > 2 * LONGEST_TEXT || [...text].length > LONGEST_TEXT)
