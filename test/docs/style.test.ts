import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bannedPhrases, type Hit, longSentences } from './style.ts'

/** How often one phrase may still occur in comments. Lower it as comments improve; never raise it. */
const MOST_PER_PHRASE_IN_COMMENTS = 10

const lines = (hits: readonly Hit[]): string[] =>
  hits.map(hit => `${hit.file}:${hit.line}: ${hit.phrase} (${hit.instead})`)

test('interface texts contain no banned phrase', () => {
  assert.deepEqual(lines(bannedPhrases('texts')), [])
})

test('the documentation contains no banned phrase and no long sentence', () => {
  assert.deepEqual(lines([...bannedPhrases('docs'), ...longSentences()]), [])
})

test('comments contain few banned phrases', () => {
  const counts = new Map<string, number>()
  for (const { phrase } of bannedPhrases('comments')) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  const excess = [...counts].filter(([, count]) => count > MOST_PER_PHRASE_IN_COMMENTS)
  assert.deepEqual(excess, [], 'run: node bin/run.js test/docs/style.ts')
})
