import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forTests, sources, textOf } from './imports.ts'

/** What only the machine does (src/wiki/api/query): modules say what to read and by which keys. */
const OF_THE_MACHINE: Readonly<Record<string, RegExp>> = {
  'counts one row more than goes out': /\b(?:limit|take|most|left)\s*[+-]\s*1\b/,
  'reads or writes a continue value': /cursor|\bcontinueWith\b|\bkeepGeneratorAt\b|\ba\.continue\b/i,
  'keeps where a list goes on': /\bnext\s*(?:=[^=]|:|\()|\b(?:let|const)\s+\[?next\b/,
  'decides between two directions':
    /\bdirectionOf\b|\bopposite\b|[!=]==?\s*'(?:asc|desc|ascending|descending|newer|older)'|[?:]\s*'(?:asc|desc)'\s*[:)\n;]/,
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

test('query modules leave order, beginning, end and continuation to the machine', () => {
  const modules = sources.filter(file => file.startsWith('src/wiki/query/') && !forTests(file))
  assert.ok(modules.length > 100)
  const wrong = modules.flatMap(file => {
    const text = withoutComments(textOf(file))
    return Object.entries(OF_THE_MACHINE).flatMap(([what, pattern]) => {
      const found = pattern.exec(text)
      return found ? [`${file} ${what}: ${found[0].trim()}`] : []
    })
  })
  assert.deepEqual(wrong, [])
})
