// Sanitizes a page's display title: HTML without anything harmful or misleading.

import { normaliseReferences } from './sanitize/references.ts'
import { sanitizeTags } from './sanitize/sanitize-tags.ts'
import { escapeHtml } from './text.ts'
import { tidy } from './tidy/tidy.ts'

/** A title is a single line, so block elements are not allowed. */
const refused: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 div blockquote ol ul li hr table tr th td dl dd caption p ruby rb rt rtc rp br'.split(' '),
)

/** Hiding part of a title could make it look like another. */
const hides = /(?:display|user-select|visibility)\s*:/i

/** With `isFree`, a page may show any text as its title. */
export function displayTitleHtml(written: string, isFree: boolean): string {
  const style = (given: string) =>
    !isFree && hides.test(given) ? '/* attempt to bypass $wgRestrictDisplayTitle */' : given
  const html = sanitizeTags(written, text => text, { refused, style })
  // Inside a heading, bare text gets no paragraph. The title itself cannot contain headings.
  const tidied = tidy(`<h1>${normaliseReferences(html)}</h1>`)
  const inner = /^<h1>(.*)<\/h1>$/s.exec(tidied)?.[1]
  return inner ?? escapeHtml(written)
}
