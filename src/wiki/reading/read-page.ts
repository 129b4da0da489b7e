import { direction } from '#languages/direction.ts'
import { seconds } from '#store/clock.ts'
import { Html, html } from '#web/html.ts'
import { pageLanguage } from '../content/page-language.ts'
import type { PageRow } from '../content/pages.ts'
import { revisionFacts } from '../content/revision-facts.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import { fullUrl, localUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'
import { currentText } from './current-text.ts'

/** A page to read: its text, its categories, and where to find its source and more about it. */
export async function readPage(
  wiki: Wiki,
  page: PageRow,
  signal: AbortSignal,
): Promise<{ content: Html; language: string }> {
  const { db, site, clock } = wiki
  const { revision, model, text } = await currentText(wiki, page)
  const work = new TextWork(wiki, seconds(clock), { signal })
  const context = { ns: page.ns, dbkey: page.title }
  const facts = revision && { revision: await revisionFacts(db, revision) }
  const rendered = await work.run('render', {
    ...{ page: { ...context, ...facts }, text, model, language: site.language },
    options: { editSections: false },
  })
  const at = revision && new Date(revision.timestamp * 1000).toISOString()
  const name = encodeURIComponent(prefixedText(site, page.ns, page.title))
  const ask = `${wiki.scriptUrl}?action=query&format=jsonfm&formatversion=2&titles=${name}`
  const language = pageLanguage(site, page.ns, page.title, page.lang, model)
  return {
    language,
    // A wiki may hold pages in scripts other than its own and not know it.
    content: html`<div dir="${direction(language) === 'rtl' ? 'rtl' : 'auto'}">${new Html(rendered.html)}</div>${await categories(wiki, page.id)}
<p class="about quiet" lang="en" dir="ltr">${at && html`Last changed <time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>. `}<a href="${localUrl(site, context, 'action=raw')}">Source</a>.
In the API: <a href="${ask}&amp;prop=info">about this page</a>, <a href="${ask}&amp;prop=revisions&amp;rvlimit=20">its history</a>,
<a href="${ask}&amp;prop=linkshere&amp;lhlimit=50">what links here</a>.</p>`,
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
  return html`<p class="categories">${label}: ${links}</p>`
}
