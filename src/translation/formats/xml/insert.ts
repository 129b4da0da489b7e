// Inserts elements among the children of another, matching their layout.

import type { Splice } from '../splice.ts'
import { leadOf, setContent } from './edit.ts'
import type { XmlElement, XmlNode } from './scanner.ts'

export interface NewElement {
  // The node to insert after: null for the first position, undefined for the last.
  readonly anchor: XmlNode | null | undefined
  // The element as text; the white space given goes before it and before its closing tag.
  readonly render: (lead: string) => string
}

export function insertElements(
  text: string,
  parent: XmlElement,
  newline: string,
  added: readonly NewElement[],
  indent = '    ',
): Splice[] {
  if (added.length === 0) return []
  const nodes = parent.children.filter(({ type }) => type === 'element' || type === 'comment')
  const [first] = nodes
  const last = nodes.at(-1)
  if (first === undefined || last === undefined) {
    const outer = leadOf(text, parent) || (parent.parent === undefined ? newline : '')
    const inner = outer === '' ? '' : lastLine(outer, newline) + indent
    return setContent(text, parent, added.map(({ render }) => render(inner)).join('') + lastLine(outer, newline))
  }
  return added.map(({ anchor, render }): Splice => {
    if (anchor === null) {
      const lead = lastLine(leadOf(text, first), newline)
      const start = first.start - lead.length
      return { start, end: start, text: render(lead) }
    }
    const behind = anchor ?? last
    return { start: behind.end, end: behind.end, text: render(lastLine(leadOf(text, behind), newline)) }
  })
}

// White space without empty lines: the last line break and what follows it.
function lastLine(lead: string, newline: string): string {
  const at = lead.lastIndexOf('\n')
  return at === -1 ? lead : newline + lead.slice(at + 1)
}
