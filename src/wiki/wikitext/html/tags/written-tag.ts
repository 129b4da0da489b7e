// Source text that readers are to see as it is written.

import type { ExtensionTag } from '../../state/parse-state.ts'

const marks: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '-{': '-&#123;', '}-': '&#125;-' }

/** Neither tags nor rules for other scripts; character references stay what they are. */
export const escapeMarks = (text: string): string => text.replace(/[<>]|-\{|\}-/g, mark => marks[mark]!)

/** A tag with everything in it. */
export function writtenTag({ name, attributes, inner, close }: ExtensionTag): string {
  const start = attributes === '' ? name : `${name} ${attributes}`
  return escapeMarks(inner === null ? `<${start}/>` : `<${start}>${inner}${close}`)
}
