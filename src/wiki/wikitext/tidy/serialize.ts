import { isBlank, OutputElement, type OutputNode } from './output-tree.ts'

const voids = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)

/** Elements hidden when empty. */
const hiddenWhenEmpty = new Set(['p', 'li', 'tr'])

/** The inner HTML of an element. */
export function serialize(root: OutputElement): string {
  const html: string[] = []
  // Iterative, because elements can be nested as deep as the text is long; a string is an end tag.
  const rest: (OutputNode | string)[] = root.children.toReversed()
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node === 'string') html.push(node)
    else if ('text' in node) html.push(node.text)
    else if ('comment' in node) html.push(`<!--${node.comment}-->`)
    else {
      html.push(startTag(node))
      if (voids.has(node.name)) continue
      rest.push(`</${node.name}>`)
      for (let index = node.children.length - 1; index >= 0; index--) rest.push(node.children[index]!)
    }
  }
  return html.join('')
}

function startTag(element: OutputElement): string {
  let tag = `<${element.name}`
  for (const { name, value } of element.attributes) tag += ` ${name}="${value.replaceAll('"', '&quot;')}"`
  if (hiddenWhenEmpty.has(element.name) && element.attributes.length === 0 && isEmpty(element)) {
    tag += ' class="mw-empty-elt"'
  }
  return voids.has(element.name) ? `${tag} />` : `${tag}>${startsWithNewLine(element) ? '\n' : ''}`
}

function isEmpty(element: OutputElement): boolean {
  return element.children.every(
    child => !(child instanceof OutputElement) && (!('text' in child) || isBlank(child.text)),
  )
}

/** HTML parsers drop the first line break in these elements. */
function startsWithNewLine(element: OutputElement): boolean {
  if (element.name !== 'pre' && element.name !== 'textarea' && element.name !== 'listing') return false
  const first = element.children[0]
  return first !== undefined && 'text' in first && first.text.startsWith('\n')
}
