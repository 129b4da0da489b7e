import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forTests, sources, textOf } from './imports.ts'

/** Tasks of the query engine (src/wiki/api/query). Modules only declare what to read and by which keys. */
const ENGINE_TASKS: Readonly<Record<string, RegExp>> = {
  'reads one row more than the limit': /\b(?:limit|take|most|left)\s*[+-]\s*1\b/,
  'handles a continue value': /cursor|\bcontinueWith\b|\bkeepGeneratorAt\b|\ba\.continue\b/i,
  'tracks where a list continues': /\bnext\s*(?:=[^=]|:|\()|\b(?:let|const)\s+\[?next\b/,
  'depends on the direction':
    /\bdirectionOf\b|\bopposite\b|[!=]==?\s*'(?:asc|desc|ascending|descending|newer|older)'|[?:]\s*'(?:asc|desc)'\s*[:)\n;]/,
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

test('query modules leave order, limits and continuation to the query engine', () => {
  const modules = sources.filter(file => file.startsWith('src/wiki/query/') && !forTests(file))
  assert.ok(modules.length > 100)
  const wrong = modules.flatMap(file => {
    const text = withoutComments(textOf(file))
    return Object.entries(ENGINE_TASKS).flatMap(([what, pattern]) => {
      const match = pattern.exec(text)
      return match ? [`${file} ${what}: ${match[0].trim()}`] : []
    })
  })
  assert.deepEqual(wrong, [])
})
