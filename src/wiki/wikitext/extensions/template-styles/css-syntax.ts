// The CSS parser, loaded with the first style sheet. Only the parts of its tree that we read are typed.

import { createRequire } from 'node:module'
import { lazily } from '#languages/load-data.ts'

export interface CssNode {
  readonly type: string
  readonly name?: string
  readonly property?: string
  readonly important?: boolean | string
  /** A text in identifiers, addresses and raw parts; a tree in declarations. */
  readonly value?: string | CssNode
  readonly prelude?: CssNode | null
  readonly block?: CssNode | null
  readonly children?: Iterable<CssNode>
}

interface Syntax {
  parse(source: string, options: Readonly<Record<string, unknown>>): CssNode
}

const require = createRequire(import.meta.url)
const parser = lazily(() => require('css-tree/parser') as Syntax['parse'])
const generator = lazily(() => require('css-tree/generator') as (node: CssNode) => string)
const walker = lazily(() => require('css-tree/walker') as (node: CssNode, visit: (node: CssNode) => void) => void)

/** A style sheet with more is not worth reading. */
const MAX_ERRORS = 1000

/** Fails for a style sheet with many errors, and where the parser would repeat one for ever without reading on. */
export function parseCss(source: string, context: 'stylesheet' | 'selector' = 'stylesheet'): CssNode {
  let errors = 0
  const onParseError = (_error: Error, skipped: CssNode) => {
    errors += 1
    if (errors > MAX_ERRORS || skipped.value === '') throw new Error('The style sheet cannot be parsed.')
  }
  return parser()(source, { context, parseCustomProperty: true, onParseError })
}

export const writeCss = (node: CssNode): string => generator()(node)

/** Whether all parts of a tree pass. */
export function everyNode(root: CssNode, test: (node: CssNode) => boolean): boolean {
  let passes = true
  walker()(root, node => {
    if (passes && !test(node)) passes = false
  })
  return passes
}
