import { fullText } from '#wiki/site/title-format.ts'
import type { Title } from '#wiki/site/titles.ts'
import { pageLink } from '../page-links.ts'
import { escapeHtml } from '../text.ts'
import { titleLink } from '../title-links.ts'
import { linkContext } from './links/link-context.ts'
import type { Rendering } from './rendering/rendering.ts'

/** What a redirect shows above its own text: where it leads. */
export function redirectNote(rendering: Rendering, title: Title): string {
  const context = linkContext(rendering)
  const isLocal = title.interwiki === '' && title.ns >= 0
  const fragment = title.fragment === '' ? '' : `#${title.fragment}`
  const name = isLocal ? context.shownTitle!(title.ns, title.dbkey) + fragment : fullText(rendering.site, title)
  // A redirect that leads to another is to be seen itself.
  const link =
    isLocal && context.linkState(title.ns, title.dbkey) === 'redirect'
      ? pageLink(context, title, escapeHtml(name), { query: 'redirect=no' })
      : titleLink(context, title, escapeHtml(name))
  const words = escapeHtml(rendering.reader.message('redirectto'))
  return `<div class="redirectMsg"><p>${words}</p><ul class="redirectText"><li>${link}</li></ul></div>`
}
