import type { HeadingNode, Node, Tree } from './nodes.ts'

export type HeadingNumbers = ReadonlyMap<HeadingNode, number>

/** Numbers headings in the order in which they end, including those inside calls. */
export function headingNumbers(tree: Tree): HeadingNumbers {
  const numbers = new Map<HeadingNode, number>()
  const rest: (Node | { readonly ended: HeadingNode })[] = tree.toReversed()
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') continue
    if ('ended' in next) {
      numbers.set(next.ended, numbers.size + 1)
      continue
    }
    if (next.type === 'heading') rest.push({ ended: next })
    for (const child of childrenOf(next).toReversed()) rest.push(child)
  }
  return numbers
}

function childrenOf(node: Exclude<Node, string>): Tree {
  if (node.type === 'heading') return node.children
  if (node.type !== 'template' && node.type !== 'argument') return []
  return [...node.title, ...node.parts.flatMap(({ name, value }) => [...name, ...value])]
}
