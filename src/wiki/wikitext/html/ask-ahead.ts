// Prefetches what rendering a page will need. A host that queues missing data can then read everything at once, so the
// expensive rendering runs only once. Anything forgotten here costs another round and nothing else.

import type { PageContext, WikitextHost } from '../host.ts'
import type { Found } from '../state/output.ts'
import type { PageReader } from './rendering/reader.ts'
import { citeMessages } from './tags/cite/cite-words.ts'

const headingMessages = ['toc', 'editsection', 'editsectionhint'] as const

/** `found` holds the properties of the text. */
export function askAhead(
  host: WikitextHost,
  reader: PageReader,
  { page, text }: { readonly page: PageContext; readonly text: string },
  found: Found,
): void {
  for (const { ns, dbkey } of found.links) host.linkState?.(ns, dbkey)
  for (const name of found.images) host.file?.(name)
  // Templates may produce any markup.
  const mayWrite = (mark: RegExp) => found.templates.length > 0 || mark.test(text)
  if (found.links.length > 0) host.message('red-link-title')
  if (found.images.length > 0) for (const key of ['thumbnail-more', 'bad_image_list']) host.message(key)
  if (mayWrite(/^=|<h[1-6]/im)) {
    for (const key of headingMessages) reader.message(key)
    // The edit links of sections lead to the page or to its templates.
    for (const { ns, dbkey } of [page, ...found.templates]) host.linkState?.(ns, dbkey)
  }
  if (mayWrite(/<ref|#tag:/i)) for (const key of citeMessages) host.message(key)
}
