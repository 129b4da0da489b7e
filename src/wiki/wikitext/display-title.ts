// How a page wants its title written: HTML, but for what could do harm or pretend to be another title.

import { normaliseReferences } from './sanitize/references.ts'
import { sanitizeTags } from './sanitize/sanitize-tags.ts'
import { escapeHtml } from './text.ts'
import { tidy } from './tidy/tidy.ts'

/** A title stands in one line. */
const refused: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 div blockquote ol ul li hr table tr th td dl dd caption p ruby rb rt rtc rp br'.split(' '),
)

/** What hides a part of a title would let it pass for another. */
const hides = /(?:display|user-select|visibility)\s*:/i

/** `isFree` where a page may show any text for its title. */
export function displayTitleHtml(written: string, isFree: boolean): string {
  const style = (given: string) =>
    !isFree && hides.test(given) ? '/* attempt to bypass $wgRestrictDisplayTitle */' : given
  const html = sanitizeTags(written, text => text, { refused, style })
  // In a heading, bare text gets no paragraph. No heading can stand in the title itself.
  const tidied = tidy(`<h1>${normaliseReferences(html)}</h1>`)
  const inner = /^<h1>(.*)<\/h1>$/s.exec(tidied)?.[1]
  return inner ?? escapeHtml(written)
}
