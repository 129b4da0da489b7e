import assert from 'node:assert/strict'
import { test } from 'node:test'
import recorded from './fixtures/parse-trees.json' with { type: 'json' }
import { parseTreeXml } from './parse-tree-xml.ts'

const EXTENSION_TAGS = ['pre', 'nowiki', 'gallery', 'indicator', 'langconvert']

test('writes trees as recorded from MediaWiki', () => {
  assert.deepEqual(
    recorded.map(({ text }) => ({ text, parsetree: parseTreeXml(text, EXTENSION_TAGS) })),
    recorded,
  )
})

test('handles nesting as deep as the text is long', () => {
  const xml = parseTreeXml(`${'{{a|'.repeat(20_000)}x${'}}'.repeat(20_000)}`, [])
  assert.equal(xml.split('<template>').length, 20_001)
})
