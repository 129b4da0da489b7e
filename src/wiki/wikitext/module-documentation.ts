// Documentation shown above the source of a module, or a link to write it.

import { prefixedText } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import type { PageContext, WikitextHost } from './host.ts'

/** Content model of modules. */
export const MODULE_MODEL = 'Scribunto'

interface Documentation {
  readonly ns: number
  readonly dbkey: string
  readonly wikitext: string
}

/** Null when the wiki disables it. */
export function moduleDocumentation(host: WikitextHost, page: PageContext): Documentation | null {
  const { site } = host
  const name = (host.message('scribunto-doc-page-name') ?? 'Module:$1/doc').replaceAll('$1', () =>
    page.dbkey.replaceAll('_', ' '),
  )
  const title = titleOrNull(site, name)
  if (title?.interwiki !== '' || title.ns < 0 || title.dbkey === '') return null
  const { ns, dbkey } = title
  const words = host.pageExists(ns, dbkey)
    ? (host.message('scribunto-doc-page-show') ?? '{{$1}}\n<hr />')
    : (host.message('scribunto-doc-page-does-not-exist') ??
      "''Documentation for this module may be created at [[$1]]''")
  const shown = prefixedText(site, ns, dbkey)
  return { ns, dbkey, wikitext: words.replaceAll('$1', () => shown) }
}
