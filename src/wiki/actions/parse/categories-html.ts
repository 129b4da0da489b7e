import type { ActionRun } from '../../api/action-run.ts'
import { num } from '../../messages/message.ts'
import { renderMessage } from '../../messages/render.ts'
import { wordingOf } from '../../messages/wording.ts'
import { NS } from '../../site/namespaces.ts'
import { localUrl } from '../../site/urls.ts'
import { anchor, type LinkContext, pageLink } from '../../wikitext/page-links.ts'
import { escapeHtml } from '../../wikitext/text.ts'

export interface FoundCategory {
  readonly dbkey: string
  readonly sortKey: string
  readonly exists: boolean
  readonly hidden: boolean
}

/** Category links as HTML, with hidden categories listed separately. */
export async function categoriesHtml(
  run: ActionRun,
  ns: number,
  categories: readonly FoundCategory[],
): Promise<string> {
  const { site } = run.wiki
  const own = await wordingOf(run.wiki.messages, site.language)
  const wording = await wordingOf(run.wiki.messages, run.language)
  const existing = new Set(categories.filter(({ exists }) => exists).map(({ dbkey }) => dbkey))
  const context: LinkContext = {
    site,
    linkState: (_, dbkey) => (existing.has(dbkey) ? 'exists' : 'missing'),
    message: key => own.text(key) ?? null,
  }
  const links = (chosen: readonly FoundCategory[]): string =>
    chosen
      .map(({ dbkey }) => {
        const html = escapeHtml(dbkey.replaceAll('_', ' '))
        return `<li>${pageLink(context, { ns: NS.category, dbkey }, html)}</li>`
      })
      .join('')
  const heading = (key: string, count: number): string =>
    renderMessage({ key, params: [num(count)] }, wording, 'plaintext')
  const open = categories.filter(({ hidden }) => !hidden)
  const hidden = categories.filter(category => category.hidden)
  const special = { ns: NS.special, dbkey: site.specialPages.localKey('Categories') }
  const title = run.titleText(special.ns, special.dbkey)
  const first = anchor(localUrl(site, special), '', title, escapeHtml(heading('pagecategories', open.length)))
  const box = (id: string, css: string, head: string, chosen: readonly FoundCategory[]): string =>
    chosen.length === 0 ? '' : `<div id="${id}" class="${css}">${head}: <ul>${links(chosen)}</ul></div>`
  const isEmpty = categories.length === 0
  const all = hidden.length === categories.length && !isEmpty
  const css = isEmpty || all ? 'catlinks catlinks-allhidden' : 'catlinks'
  return (
    `<div id="catlinks" class="${css}" data-mw="interface">` +
    box('mw-normal-catlinks', 'mw-normal-catlinks', first, open) +
    box(
      'mw-hidden-catlinks',
      `mw-hidden-catlinks mw-hidden-cats-${ns === NS.category ? 'ns-shown' : 'hidden'}`,
      escapeHtml(heading('hidden-categories', hidden.length)),
      hidden,
    ) +
    '</div>'
  )
}
