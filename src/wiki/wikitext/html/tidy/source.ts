import type { OutputElement } from './output-tree.ts'

/** An element as the tree builder knows it. */
export interface Source {
  readonly name: string
  readonly namespace: string
  parent: Source | null
  /** Where its content goes at present. */
  output: OutputElement
  /** What was put into it before it was put anywhere itself. */
  waiting: Source | null
}
