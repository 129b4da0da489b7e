// What making HTML of a page will ask of the wiki. A host that notes what it does not know yet can then read all of it at
// once, and HTML, which takes longest, is made once. What is forgotten here costs another round and nothing else.

import type { WikitextHost } from '../host.ts'
import type { Found } from '../state/output.ts'
import type { PageReader } from './rendering/reader.ts'
import { citeMessages } from './tags/cite/cite-words.ts'

const headingMessages = ['toc', 'editsection', 'editsectionhint'] as const

/** `found` is what was found in the text, which is as it is written. */
export function askAhead(host: WikitextHost, reader: PageReader, text: string, found: Found): void {
  for (const { ns, dbkey } of found.links) host.linkState?.(ns, dbkey)
  for (const name of found.images) host.file?.(name)
  // Templates may write anything.
  const mayWrite = (mark: RegExp) => found.templates.length > 0 || mark.test(text)
  if (found.links.length > 0) host.message('red-link-title')
  if (found.images.length > 0) for (const key of ['thumbnail-more', 'bad_image_list']) host.message(key)
  if (mayWrite(/^=|<h[1-6]/im)) for (const key of headingMessages) reader.message(key)
  if (mayWrite(/<ref|#tag:/i)) for (const key of citeMessages) host.message(key)
}
