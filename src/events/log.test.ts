import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LogWriter, logTo } from './log.ts'

const lines: unknown[] = []
const writer: LogWriter = {
  info: (...line) => lines.push(['info', ...line]),
  warn: (...line) => lines.push(['warn', ...line]),
  error: (...line) => lines.push(['error', ...line]),
}
const log = logTo(writer)

test('a line has the level and the message of its event, and its name in a field', () => {
  log('mail.failed', { mail: 7, attempt: 2, reason: 'The server is away.' })
  const fields = { event: 'mail.failed', mail: 7, attempt: 2, reason: 'The server is away.' }
  assert.deepEqual(lines, [['warn', fields, 'could not send email']])
})

/** Never called: the compiler reports an error here if one of these lines is accepted. */
export function rejectedByTheCompiler(): void {
  // @ts-expect-error an event that is not listed
  log('mail.lost', {})
  // @ts-expect-error an event of a library
  log('http.library', {})
  // @ts-expect-error a missing field
  log('mail.failed', { mail: 7, attempt: 2 })
  // @ts-expect-error a field of another type
  log('mail.given_up', { mails: '7', reason: '' })
  // @ts-expect-error a field that the event does not have
  log('mail.given_up', { mails: 7, reason: '', address: 'ann@example.org' })
}
