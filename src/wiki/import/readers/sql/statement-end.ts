/** The kind and length of the next element between statements. */
export type StatementEnd =
  | { readonly kind: 'comment'; readonly length: number }
  | { readonly kind: 'statement'; readonly length: number }
  | { readonly kind: 'delimiter'; readonly length: number; readonly delimiter: string }
  | { readonly kind: 'insert' }
  | { readonly kind: 'bad'; readonly problem: string }

const NEWLINE = 0x0a
const SLASH = 0x2f
const STAR = 0x2a
const HASH = 0x23
const MINUS = 0x2d
const BACKSLASH = 0x5c

/**
 * Finds the end of the next element; the bytes must not start inside a statement. Returns 'more' when they are
 * incomplete. At the end of the file (`atEnd`), the last line needs no newline.
 */
export function statementEnd(view: Buffer, delimiter: string, atEnd: boolean): StatementEnd | 'more' {
  const first = view[0]!
  if (view.length < 2) return first === delimiter.charCodeAt(0) && delimiter.length === 1 ? statement(1) : 'more'
  if (first === HASH || (first === MINUS && view[1] === MINUS)) return lineComment(view, atEnd)
  if (first === SLASH && view[1] === STAR) {
    const end = view.indexOf('*/', 2, 'latin1')
    return end === -1 ? 'more' : { kind: 'comment', length: end + 2 }
  }
  const word = /^[a-z]*/i.exec(view.toString('latin1', 0, 10))![0].toLowerCase()
  if (word.length === view.length && !atEnd) return 'more'
  if (word === 'delimiter') return delimiterLine(view, atEnd)
  if (delimiter === ';' && (word === 'insert' || word === 'replace')) return { kind: 'insert' }
  if (word === '' && !view.subarray(0, delimiter.length).equals(Buffer.from(delimiter))) {
    return { kind: 'bad', problem: 'is not SQL: no statement starts here' }
  }
  return skipStatement(view, delimiter)
}

function lineComment(view: Buffer, atEnd: boolean): StatementEnd | 'more' {
  const end = view.indexOf(NEWLINE)
  if (end !== -1) return { kind: 'comment', length: end + 1 }
  return atEnd ? { kind: 'comment', length: view.length } : 'more'
}

function delimiterLine(view: Buffer, atEnd: boolean): StatementEnd | 'more' {
  const newline = view.indexOf(NEWLINE)
  if (newline === -1 && !atEnd) return 'more'
  const length = newline === -1 ? view.length : newline + 1
  const delimiter = view.toString('latin1', 'delimiter'.length, length).trim()
  if (delimiter === '') return { kind: 'bad', problem: 'has a DELIMITER line without a delimiter' }
  return { kind: 'delimiter', length, delimiter }
}

/** Finds the delimiter outside quotes and comments. */
function skipStatement(view: Buffer, delimiter: string): StatementEnd | 'more' {
  const mark = delimiter.charCodeAt(0)
  for (let at = 0; at < view.length; at++) {
    const byte = view[at]!
    if (byte === mark && view.toString('latin1', at, at + delimiter.length) === delimiter) {
      return statement(at + delimiter.length)
    }
    if (byte === 0x27 || byte === 0x22 || byte === 0x60) {
      at = closingQuote(view, at)
      if (at === -1) return 'more'
    } else if (byte === SLASH && view[at + 1] === STAR) {
      const end = view.indexOf('*/', at + 2, 'latin1')
      if (end === -1) return 'more'
      at = end + 1
    }
  }
  return 'more'
}

function closingQuote(view: Buffer, open: number): number {
  const quote = view[open]!
  for (let at = open + 1; at < view.length; at++) {
    if (view[at] === BACKSLASH && quote !== 0x60) at++
    else if (view[at] === quote) return at
  }
  return -1
}

const statement = (length: number): StatementEnd => ({ kind: 'statement', length })
