import type { Node, Part, Tree } from './preprocessor/nodes.ts'

interface Source {
  readonly text: string
  /** Number of headings, including those inside calls, which share the numbering. */
  readonly headings: number
}

/** The source of nodes. Iterative, because calls can be nested as deep as the text is long. */
export function sourceOf(nodes: Tree): Source {
  const text: string[] = []
  let headings = 0
  const rest: Node[] = nodes.toReversed()
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node === 'string') {
      text.push(node)
      continue
    }
    if (node.type === 'heading') headings++
    for (const piece of piecesOf(node).toReversed()) rest.push(piece)
  }
  return { text: text.join(''), headings }
}

function piecesOf(node: Exclude<Node, string>): Tree {
  switch (node.type) {
    case 'template':
      return ['{{', ...node.title, ...node.parts.flatMap(partPieces), '}}']
    case 'argument':
      return ['{{{', ...node.title, ...node.parts.flatMap(partPieces), '}}}']
    case 'tag':
      return [
        node.inner === null
          ? `<${node.name}${node.attributes}/>`
          : `<${node.name}${node.attributes}>${node.inner}${node.close}`,
      ]
    case 'heading':
      return node.children
    default:
      return [node.text]
  }
}

const partPieces = ({ index, name, value }: Part): Tree => (index > 0 ? ['|', ...value] : ['|', ...name, '=', ...value])
