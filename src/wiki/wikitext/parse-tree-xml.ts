import { type HeadingNumbers, headingNumbers } from './preprocessor/heading-numbers.ts'
import type { Node, Part, Tree } from './preprocessor/nodes.ts'
import { preprocess } from './preprocessor/preprocess.ts'
import type { Steps } from './steps.ts'

/** The preprocessor tree as XML, in the format of the `parsetree` property. */
export function parseTreeXml(text: string, extensionTags: readonly string[], steps?: Steps): string {
  const tree = preprocess(text, { extensionTags, included: false, steps })
  const numbers = headingNumbers(tree)
  const own = new Set(tree)
  return write({ name: 'root', children: tree.map(node => xmlOf(node, numbers, own)) }, numbers, own)
}

interface Element {
  readonly name: string
  readonly attributes?: string
  /** Text, elements, or unprocessed nodes. */
  readonly children: readonly (string | Element | Unread)[]
}

interface Unread {
  readonly node: Exclude<Node, string>
}

const elementOf = (name: string, children: Element['children'], attributes = ''): Element => ({
  name,
  attributes,
  children,
})
const unread = (tree: Tree): (string | Unread)[] => tree.map(node => (typeof node === 'string' ? node : { node }))

function xmlOf(node: Node, numbers: HeadingNumbers, own: ReadonlySet<Node>): string | Element {
  if (typeof node === 'string') return node
  switch (node.type) {
    case 'template':
      return elementOf(
        'template',
        [elementOf('title', unread(node.title)), ...node.parts.map(partOf)],
        node.lineStart ? ' lineStart="1"' : '',
      )
    case 'argument':
      return elementOf('tplarg', [elementOf('title', unread(node.title)), ...node.parts.map(partOf)])
    case 'tag':
      return elementOf('ext', [
        elementOf('name', [node.name]),
        elementOf('attr', [node.attributes]),
        ...(node.inner === null ? [] : [elementOf('inner', [node.inner])]),
        ...(node.close === '' ? [] : [elementOf('close', [node.close])]),
      ])
    case 'heading':
      // Only top-level headings start sections; one inside a call is just a possible heading.
      return elementOf(
        own.has(node) ? 'h' : 'possible-h',
        unread(node.children),
        ` level="${node.level}" i="${numbers.get(node)}"`,
      )
    case 'comment':
      return elementOf('comment', [node.text])
    case 'ignored':
      return elementOf('ignore', [node.text])
  }
}

const partOf = ({ index, name, value }: Part): Element =>
  index > 0
    ? elementOf('part', [elementOf('name', [], ` index="${index}"`), elementOf('value', unread(value))])
    : elementOf('part', [
        elementOf('name', unread(name)),
        elementOf('equals', ['=']),
        elementOf('value', unread(value)),
      ])

/** Uses an explicit stack, because calls can be nested as deep as the text is long. */
function write(root: Element, numbers: HeadingNumbers, own: ReadonlySet<Node>): string {
  const written: string[] = []
  const rest: (string | Element | Unread | { readonly end: string })[] = [root]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') written.push(escapeXml(next))
    else if ('end' in next) written.push(next.end)
    else if ('node' in next) rest.push(xmlOf(next.node, numbers, own))
    else if (next.children.every(child => child === '')) written.push(`<${next.name}${next.attributes ?? ''}/>`)
    else {
      written.push(`<${next.name}${next.attributes ?? ''}>`)
      rest.push({ end: `</${next.name}>` })
      for (const child of next.children.toReversed()) rest.push(child)
    }
  }
  return written.join('')
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, char => ESCAPES[char]!)
