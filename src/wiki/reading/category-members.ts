import { type Html, html } from '#web/html.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import { localUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'

const SHOWN = 200

const PARTS = [
  ['subcat', 'Subcategories'],
  ['page', 'Pages'],
  ['file', 'Files'],
] as const

/** What is in a category, by its own order; null when nothing is. */
export async function categoryMembers(wiki: Wiki, category: string): Promise<Html | null> {
  const parts = await Promise.all(PARTS.map(([type, heading]) => members(wiki, category, type, heading)))
  return parts.every(part => part === null) ? null : html`<div lang="en" dir="ltr">${parts}</div>`
}

async function members({ db, site }: Wiki, category: string, type: string, heading: string): Promise<Html | null> {
  const rows = await db
    .selectFrom('category_link')
    .innerJoin('page', 'page.id', 'category_link.page_id')
    .where('category', '=', category)
    .where('type', '=', type)
    .select(['page.ns', 'page.title'])
    .orderBy('sortkey')
    .orderBy('page_id')
    .limit(SHOWN + 1)
    .execute()
  if (rows.length === 0) return null
  const name = encodeURIComponent(prefixedText(site, NS.category, category))
  const rest = `/api.php?action=query&list=categorymembers&cmtype=${type}&cmlimit=max&format=jsonfm&formatversion=2&cmtitle=${name}`
  return html`<h2>${heading}</h2><ul class="members">${rows
    .slice(0, SHOWN)
    .map(
      ({ ns, title }) =>
        html`<li><a href="${localUrl(site, { ns, dbkey: title })}"><bdi>${prefixedText(site, ns, title)}</bdi></a></li>`,
    )}</ul>${rows.length > SHOWN && html`<p>The first ${SHOWN}; <a href="${rest}">the API has all</a>.</p>`}`
}
