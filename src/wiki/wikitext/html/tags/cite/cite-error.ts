import { CITE_ERROR_CATEGORY, citeWording } from '../../../cite-wording.ts'
import type { Rendering } from '../../rendering/rendering.ts'
import { withParameters } from './cite-words.ts'

/** A footnote error in the reader's language, as wikitext. Adds the page to the tracking category. */
export function citeError(rendering: Rendering, key: string, ...parameters: string[]): string {
  const { reader, site, state } = rendering
  state.output.addTrackingCategory(CITE_ERROR_CATEGORY, citeWording[CITE_ERROR_CATEGORY])
  const text = withParameters(reader.message('cite_error'), [withParameters(reader.message(key), parameters)])
  const direction = site.info.general.rtl === true ? 'rtl' : 'ltr'
  return `<span class="error mw-ext-cite-error" lang="${reader.language}" dir="${direction}">${text}</span>`
}
