// Expansions that are the same on any page: pages call the same templates with the same arguments over and over. The
// properties and costs of a call are stored with its text and counted each time it is reused.

import { BoundedCache } from '#cache/bounded-cache.ts'
import type { Part, Tree } from '../preprocessor/nodes.ts'
import type { FoundTemplate } from './template-store.ts'

export interface Remembered {
  readonly text: string
  /** Templates used inside, without the called one. */
  readonly templates: readonly FoundTemplate[]
  /** Modules invoked inside. */
  readonly modules: readonly string[]
  readonly invocations: number
  /** Whether a call inside has duplicate arguments, which are tracked. */
  readonly repeatsArguments: boolean
  readonly nodes: number
  readonly includedBytes: number
  readonly argumentBytes: number
  /** Additional depth of the expansion, in trees and in templates. */
  readonly treeDepth: number
  readonly frameDepth: number
}

/** Characters kept per half of the cache. */
const keptCharacters = 2_000_000
const entryWeight = 200
/** Longer arguments hardly ever repeat. */
const longestArguments = 500

export class RememberedExpansions {
  /** Null for calls that turned out to depend on their page. */
  readonly #known = new BoundedCache<string, Remembered | null>({ name: 'expansions', limit: 2 * keptCharacters })

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

/** A canonical key for the call; null when its arguments are not plain text. */
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
    // Names and values may contain anything, so lengths delimit them.
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
