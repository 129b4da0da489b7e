// A page's wikitext as HTML.

import { redirectOf } from '../harvest/redirect.ts'
import type { PageContext, WikitextHost } from '../host.ts'
import { finishHalf, inlineHtml } from './inline.ts'
import { redirectNote } from './redirect-note.ts'
import { Rendering, type RenderOptions, usualOptions } from './rendering.ts'

export interface RenderedPage {
  readonly html: string
  /** What came to light on the way. */
  readonly rendering: Rendering
}

export function renderPage(
  host: WikitextHost,
  page: PageContext,
  text: string,
  options: Partial<RenderOptions> = {},
): RenderedPage {
  const rendering = new Rendering(host, page, { ...usualOptions, ...options })
  const redirect = redirectOf(host.site, text)
  if (redirect) rendering.state.output.addLink(redirect.title)
  const half = inlineHtml(rendering, rendering.expander.expandPage(redirect?.rest ?? text), true)
  const body = finishHalf(rendering, half, true)
  const html = redirect ? redirectNote(rendering, redirect.title) + body : body
  const { wrapper } = rendering.options
  return { html: wrapper === '' ? html : `<div class="${wrapper}">${html}</div>`, rendering }
}
