// Trees of texts that are parsed again and again: templates for page after page, and a page in each step of its rendering.

import { BoundedCache } from '#cache/bounded-cache.ts'
import { Steps } from '../steps.ts'
import type { Tree } from './nodes.ts'
import { type PreprocessOptions, preprocess } from './preprocess.ts'

interface Kept {
  readonly tree: Tree
  /** What parsing took. It counts each time, so that a text is too complex everywhere or nowhere. */
  readonly steps: number
}

/** Characters of text; a tree takes a few times as much room. */
const keptCharacters = 1_500_000
const entryWeight = 200
/** Shorter texts are parsed in the time it takes to find them. */
const shortest = 100

/** For one list of extension tags. */
class KeptTrees {
  readonly #own = new BoundedCache<string, Kept>({ name: 'trees', limit: keptCharacters / 2 })
  readonly #included = new BoundedCache<string, Kept>({ name: 'trees', limit: keptCharacters / 2 })

  find(text: string, options: PreprocessOptions): Tree {
    const { included, steps = new Steps() } = options
    const cache = included ? this.#included : this.#own
    const kept = cache.get(text)
    if (kept !== undefined) {
      steps.spend(kept.steps)
      return kept.tree
    }
    const before = steps.used
    const tree = preprocess(text, { ...options, steps })
    cache.set(text, { tree, steps: steps.used - before }, text.length + entryWeight)
    return tree
  }
}

const byTags = new WeakMap<readonly string[], KeptTrees>()

/** The tree of a text, parsed now or before. */
export function keptTree(text: string, options: PreprocessOptions): Tree {
  if (text.length < shortest) return preprocess(text, options)
  const { extensionTags } = options
  let trees = byTags.get(extensionTags)
  if (trees === undefined) {
    trees = new KeptTrees()
    byTags.set(extensionTags, trees)
  }
  return trees.find(text, options)
}
