// Expansions that would come out the same on any page: page after page calls the same templates with the same words.
// What such a call brought to light, and what it cost of a page's share, is kept with its text and counted again each time.

import { GenerationCache } from '../generation-cache.ts'
import type { Part, Tree } from '../preprocessor/nodes.ts'
import type { FoundTemplate } from './template-store.ts'

export interface Remembered {
  readonly text: string
  /** Templates used inside, the called one not counted. */
  readonly templates: readonly FoundTemplate[]
  /** Names of modules that are invoked inside. */
  readonly modules: readonly string[]
  readonly invocations: number
  /** Some call inside gives an argument twice, which is tracked. */
  readonly repeatsArguments: boolean
  readonly nodes: number
  readonly includedBytes: number
  readonly argumentBytes: number
  /** How much deeper than the call itself its expansion went, in trees and in templates. */
  readonly treeDepth: number
  readonly frameDepth: number
}

/** Characters that are kept, counted for one half of the cache. */
const keptCharacters = 2_000_000
const entryWeight = 200
/** Longer arguments are hardly ever given twice. */
const longestArguments = 500

export class RememberedExpansions {
  /** Null for calls that were tried and depend on their page. */
  readonly #known = new GenerationCache<Remembered | null>(keptCharacters)

  get(call: string): Remembered | null | undefined {
    return this.#known.get(call)
  }

  set(call: string, expansion: Remembered | null): void {
    const size = expansion === null ? 0 : expansion.text.length + 20 * expansion.templates.length
    if (size < keptCharacters / 8) this.#known.set(call, expansion, call.length + size + entryWeight)
  }

  clear(): void {
    this.#known.clear()
  }
}

/** A name for the call, the same for all calls that mean the same; null when its arguments are not plain text. */
export function callName(template: string, parts: readonly Part[]): string | null {
  let name = template
  for (const part of parts) {
    const value = plainText(part.value)
    if (value === null) return null
    if (part.index === 0) {
      const written = plainText(part.name)
      if (written === null) return null
      name += `|${written.length}:${written}=`
    } else name += '||'
    // Names and values may hold anything: their lengths say where they end.
    name += `${value.length}:${value}`
    if (name.length > longestArguments) return null
  }
  return name
}

function plainText(tree: Tree): string | null {
  if (tree.length === 0) return ''
  const [only] = tree
  return tree.length === 1 && typeof only === 'string' ? only : null
}
