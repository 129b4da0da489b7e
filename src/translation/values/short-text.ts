/** Characters of a text that lists show; opening the string shows all of it. */
const SHOWN = 500

/** The beginning of a text, for lists: a page of them stays small however long the strings of a file are. */
export const shortText = (text: string, most = SHOWN): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
