import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Steps, TooManySteps } from '../steps.ts'
import { keptTree } from './kept-trees.ts'
import { preprocess } from './preprocess.ts'

const extensionTags = ['<ref>']
const text = '{{a|b=c}} <noinclude>d</noinclude> <ref>e</ref> [[f]]\n== g ==\n'.repeat(20)

test('parses a text once, as a page and as a template', () => {
  for (const included of [false, true]) {
    const options = { extensionTags, included }
    const tree = keptTree(text, options)
    assert.deepEqual(tree, preprocess(text, options))
    assert.equal(keptTree(text, options), tree)
  }
})

test('counts the same steps each time', () => {
  const [first, again] = [new Steps(), new Steps()]
  keptTree(`${text}first`, { extensionTags, included: false, steps: first })
  keptTree(`${text}first`, { extensionTags, included: false, steps: again })
  assert.ok(first.used > 0)
  assert.equal(again.used, first.used)
  assert.throws(() => keptTree(`${text}first`, { extensionTags, included: false, steps: new Steps(1) }), TooManySteps)
})

test('keeps the trees of wikis with other tags apart', () => {
  const other = ['<poem>']
  assert.notDeepEqual(
    keptTree(text, { extensionTags, included: false }),
    keptTree(text, { extensionTags: other, included: false }),
  )
})
