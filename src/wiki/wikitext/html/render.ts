// A page's wikitext as HTML.

import type { PageContext, WikitextHost } from '../host.ts'
import { finishHalf, inlineHtml } from './inline.ts'
import { Rendering, type RenderOptions, usualOptions } from './rendering.ts'

export interface RenderedPage {
  readonly html: string
}

export function renderPage(
  host: WikitextHost,
  page: PageContext,
  text: string,
  options: Partial<RenderOptions> = {},
): RenderedPage {
  const rendering = new Rendering(host, page, { ...usualOptions, ...options })
  const half = inlineHtml(rendering, rendering.expander.expandPage(text), true)
  const html = finishHalf(rendering, half, true)
  const { wrapper } = rendering.options
  return { html: wrapper === '' ? html : `<div class="${wrapper}">${html}</div>` }
}
