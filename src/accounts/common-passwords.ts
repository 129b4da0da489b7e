import common from './common-words.json' with { type: 'json' }

/** Names are included both in lower case and capitalized. */
const WORDS: ReadonlySet<string> = new Set([
  ...common.words.split(' '),
  ...common.names.split(' ').flatMap(name => [name, name.charAt(0).toUpperCase() + name.slice(1)]),
])
/** Common suffixes that turn a word into a password. */
const ENDING = /(?:[0-9]{1,2}|123|1234|12345|007|111|321)$/
const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']
/** Dates and short numbers. */
const NUMBER = /^[0-9]{3,8}$/
const REPEATED = /^(.{1,4})\1+$/

/** Whether a password is easy to guess: a number, a keyboard row, a repetition or a popular word. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  if (text.length < 2) return false
  if (NUMBER.test(text) || (text.length > 2 && text.length <= 12 && REPEATED.test(text))) return true
  if (text.length > 2 && ROWS.some(row => row.includes(text) || [...row].reverse().join('').includes(text))) return true
  return WORDS.has(password) || WORDS.has(password.replace(ENDING, ''))
}
