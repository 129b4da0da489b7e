// Writes the table of log events in docs/operations.md: `node bin/run.js test/docs/log-events-list.ts`. A test compares.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LOG_EVENTS } from '#events/log-events.ts'

const FILE = path.join(import.meta.dirname, '..', '..', 'docs', 'operations.md')
const HEADER = '| event | level | fields | meaning |\n| --- | --- | --- | --- |\n'

const rows = (): string =>
  Object.entries(LOG_EVENTS)
    .map(([name, { level, fields, about }]) => {
      const names = Object.keys(fields).map(field => `\`${field}\``)
      return `| \`${name}\` | ${level ?? 'any'} | ${names.join(', ')} | ${about} |\n`
    })
    .join('')

export const operationsDocument = (): string => readFileSync(FILE, 'utf8')

/** The document with the rows that the events have now. */
export function withLogEvents(document: string): string {
  const [before, after] = document.split(HEADER)
  if (after === undefined) throw new Error('docs/operations.md has no table of log events.')
  return `${before}${HEADER}${rows()}${after.replace(/^(?:\|.*\n)*/, '')}`
}

if (import.meta.filename === process.argv[1]) writeFileSync(FILE, withLogEvents(operationsDocument()))
