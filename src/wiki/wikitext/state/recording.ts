// Records the expansion of one call, to find out whether it depends on the page and what side effects it has.

import type { Remembered } from './remembered.ts'
import type { FoundTemplate } from './template-store.ts'

interface Beginning {
  readonly nodes: number
  readonly depth: number
  readonly frameDepth: number
}

export class Recording {
  readonly parent: Recording | null
  /** False once the expansion has read or changed something specific to the page. */
  anywhere = true
  deepestTree: number
  deepestFrame: number
  invocations = 0
  repeatsArguments = false
  readonly templates = new Set<FoundTemplate>()
  readonly modules = new Set<string>()
  readonly #beginning: Beginning
  readonly #included: string[] = []
  readonly #arguments: string[] = []
  #includedBytes = 0
  #argumentBytes = 0

  constructor(parent: Recording | null, beginning: Beginning) {
    this.parent = parent
    this.#beginning = beginning
    this.deepestTree = beginning.depth
    this.deepestFrame = beginning.frameDepth
  }

  useTemplate(found: FoundTemplate, frameDepth: number): void {
    this.templates.add(found)
    if (frameDepth > this.deepestFrame) this.deepestFrame = frameDepth
  }

  include(text: string): void {
    if (this.anywhere) this.#included.push(text)
  }

  useArgument(text: string): void {
    if (this.anywhere) this.#arguments.push(text)
  }

  /** Adds the effects of an inner expansion, recorded or reused. */
  take(inner: Remembered, depth: number, frameDepth: number): void {
    for (const template of inner.templates) this.templates.add(template)
    for (const module of inner.modules) this.modules.add(module)
    this.invocations += inner.invocations
    if (inner.repeatsArguments) this.repeatsArguments = true
    this.#includedBytes += inner.includedBytes
    this.#argumentBytes += inner.argumentBytes
    this.deepestTree = Math.max(this.deepestTree, depth + inner.treeDepth)
    this.deepestFrame = Math.max(this.deepestFrame, frameDepth + inner.frameDepth)
  }

  /** The result to remember; null when it is valid only for this page. */
  finish(text: string, nodes: number): Remembered | null {
    if (!this.anywhere) return null
    const { depth, frameDepth, nodes: nodesBefore } = this.#beginning
    return {
      text,
      templates: [...this.templates],
      modules: [...this.modules],
      invocations: this.invocations,
      repeatsArguments: this.repeatsArguments,
      nodes: nodes - nodesBefore,
      includedBytes: this.#includedBytes + bytesOf(this.#included),
      argumentBytes: this.#argumentBytes + bytesOf(this.#arguments),
      treeDepth: this.deepestTree - depth,
      frameDepth: this.deepestFrame - frameDepth,
    }
  }
}

function bytesOf(texts: readonly string[]): number {
  let bytes = 0
  for (const text of texts) bytes += Buffer.byteLength(text)
  return bytes
}
