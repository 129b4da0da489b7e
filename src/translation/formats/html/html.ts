// HTML documents. The content of headings, paragraphs, list items and other blocks is translated with its inline mark-up,
// and attributes that people read are translated as plain text.

import { documentFormat } from '../document/document-format.ts'
import { decodeDocument, textDocument } from '../document/text-document.ts'
import { readHtml } from './blocks.ts'

export const html = documentFormat({
  id: 'html',
  name: 'HTML file',
  extensions: ['html', 'htm', 'xhtml'],
  flags: ['auto-safe-html'],
  refuses: text =>
    isInline(text)
      ? undefined
      : 'In the file format "HTML file", a text has only inline tags, all of them closed. Write other angle brackets as &lt; and &gt;.',
  scan: (bytes, options) => textDocument(decodeDocument(bytes, options), options, readHtml),
})

/** Whether a text, as the content of a block, is read back as it is. */
function isInline(text: string): boolean {
  const shown = text.replace(/\s+/g, ' ').trim()
  if (!/[<&]/.test(shown)) return true
  const blocks: string[] = []
  readHtml(`<!DOCTYPE html><body><div>${shown}</div><p>end</p>`, ({ kind, text: value }) => {
    if (!kind.includes('@')) blocks.push(`${kind} ${value}`)
  })
  return blocks.join('\n') === `div ${shown}\np end`
}
