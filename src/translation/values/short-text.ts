/** Characters of a text to show in lists. */
const MAX_SHOWN = 500

/** Truncates a text for lists, so that pages stay small however long the strings are. */
export const shortText = (text: string, most = MAX_SHOWN): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
