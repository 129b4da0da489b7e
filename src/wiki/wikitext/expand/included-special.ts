// Transcluded special pages: {{Special:PrefixIndex/Archive}} lists pages.

import { NS } from '#wiki/site/namespaces.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { type Title, titleInNamespace } from '#wiki/site/titles.ts'
import { localUrl } from '#wiki/site/urls.ts'
import type { Expanding } from '../functions/call.ts'
import type { TemplateNode } from '../preprocessor/nodes.ts'
import type { Frame } from '../state/frame.ts'
import { escapeHtml, trim } from '../text.ts'

/** Longer lists are set in columns. */
const MAX_IN_ONE_COLUMN = 2

/** The special page as HTML behind a marker; null if it cannot be transcluded. */
export function includedSpecial(expander: Expanding, title: Title, node: TemplateNode, frame: Frame): string | null {
  const { state } = expander
  const named = state.site.specialPages.resolve(title.dbkey)
  if (!state.includesSpecialPages || named?.canonical !== 'Prefixindex') return null
  state.usage.bindToPage()
  const options = new Map<string, string>()
  for (const part of node.parts)
    if (part.index === 0) options.set(trim(expander.expand(part.name, frame)), trim(expander.expand(part.value, frame)))
  return state.strip.addGeneral('special', prefixIndex(expander, named.subpage ?? options.get('prefix') ?? '', options))
}

/** Whether a URL flag is set. */
const isOn = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0'

function prefixIndex({ state }: Expanding, written: string, options: ReadonlyMap<string, string>): string {
  const { site, host } = state
  const chosen = Number(options.get('namespace') ?? NS.main)
  const ns = site.namespaces.has(chosen) ? chosen : NS.main
  const prefix = written === '' ? null : titleInNamespace(site, ns, written)
  if (written !== '' && (prefix?.interwiki !== '' || prefix.ns < 0)) return ''
  const [inside, from] = prefix === null ? [ns, ''] : [prefix.ns, prefix.dbkey]
  const found = host.titlesBeginning?.(inside, from, isOn(options.get('hideredirects'))) ?? []
  if (found.length === 0) return ''
  const items = found.map(({ dbkey, isRedirect }) => {
    const text = dbkey.replaceAll('_', ' ')
    const shown = isOn(options.get('stripprefix')) && dbkey !== from ? text.slice(from.length) : text
    const name = escapeHtml(prefixedText(site, inside, dbkey))
    const redirect = isRedirect ? ' class="mw-redirect"' : ''
    const link = `<a href="${escapeHtml(localUrl(site, { ns: inside, dbkey }))}"${redirect} title="${name}">${escapeHtml(shown)}</a>`
    return `<li>${isRedirect ? `<div class="allpagesredirect">${link}</div>` : link}</li>\n`
  })
  const list = `<ul class="mw-prefixindex-list">${items.join('')}</ul>`
  return found.length > MAX_IN_ONE_COLUMN ? `<div class="mw-prefixindex-body">${list}</div>` : list
}
