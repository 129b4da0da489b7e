import { direction } from '#languages/direction.ts'
import { type Html, html } from '#web/html.ts'
import { defaultContentModel } from '../content/content-model.ts'
import { pageLanguage } from '../content/page-language.ts'
import type { PageRow } from '../content/pages.ts'
import { isHidden } from '../content/revision-visibility.ts'
import { readTexts } from '../content/text-blobs.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import { fullUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'
import { linkedSource } from './linked-source.ts'

/** A page to read: its source with links, its categories, and where the API tells more. */
export async function readPage(wiki: Wiki, page: PageRow): Promise<{ content: Html; language: string }> {
  const model = page.content_model ?? defaultContentModel(wiki.site, page.ns, page.title)
  const language = pageLanguage(wiki.site, page.ns, page.title, page.lang, model)
  const { text, at } = await currentText(wiki, page.latest_rev)
  const source = model === 'wikitext' ? await linkedSource(wiki, text) : text
  const name = encodeURIComponent(prefixedText(wiki.site, page.ns, page.title))
  const ask = `${wiki.scriptUrl}?action=query&format=jsonfm&formatversion=2&titles=${name}`
  return {
    language,
    content: html`<pre dir="${direction(language) === 'rtl' ? 'rtl' : 'auto'}">${source}</pre>${await categories(wiki, page.id)}
<p class="quiet" lang="en" dir="ltr">${at !== null && html`Last changed <time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>. `}In the API:
<a href="${ask}&prop=info">about this page</a>, <a href="${ask}&prop=revisions&rvlimit=20">its history</a>,
<a href="${ask}&prop=linkshere&lhlimit=50">what links here</a>.</p>`,
  }
}

async function currentText(wiki: Wiki, revision: number): Promise<{ text: string; at: string | null }> {
  const row = await wiki.db
    .selectFrom('slot')
    .innerJoin('content', 'content.id', 'slot.content_id')
    .innerJoin('revision', 'revision.id', 'slot.revision_id')
    .where('slot.revision_id', '=', revision)
    .where('slot.role', '=', 'main')
    .select(['content.blob_id', 'revision.timestamp', 'revision.deleted'])
    .executeTakeFirst()
  const shown = row?.blob_id && !isHidden(row.deleted, 'text') ? row.blob_id : null
  const texts = shown ? await readTexts(wiki.db, [shown]) : null
  return {
    text: texts?.get(shown!)?.toString() ?? '',
    at: row ? new Date(row.timestamp * 1000).toISOString() : null,
  }
}

async function categories({ db, site }: Wiki, id: number): Promise<Html | false> {
  const rows = await db
    .selectFrom('category_link')
    .where('page_id', '=', id)
    .select('category')
    .orderBy('category')
    .limit(200)
    .execute()
  if (rows.length === 0) return false
  const label = site.namespaces.nameOf(NS.category)
  const links = rows.map(
    ({ category }, i) =>
      html`${i > 0 && ' · '}<a href="${fullUrl(site, { ns: NS.category, dbkey: category })}">${category.replaceAll('_', ' ')}</a>`,
  )
  return html`<p>${label}: ${links}</p>`
}
