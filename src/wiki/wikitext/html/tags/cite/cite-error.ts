import type { Rendering } from '../../rendering/rendering.ts'
import { withParameters } from './cite-words.ts'

/** What is wrong with a footnote, in the reader's words, as wikitext. The page is put among those with such mistakes. */
export function citeError(rendering: Rendering, key: string, ...parameters: string[]): string {
  const { reader, site, state } = rendering
  state.output.addTrackingCategory('cite-tracking-category-cite-error')
  const text = withParameters(reader.message('cite_error'), [withParameters(reader.message(key), parameters)])
  const direction = site.info.general.rtl === true ? 'rtl' : 'ltr'
  return `<span class="error mw-ext-cite-error" lang="${reader.language}" dir="${direction}">${text}</span>`
}
