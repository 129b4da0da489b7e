import { direction } from '#languages/direction.ts'
import { seconds } from '#store/clock.ts'
import { Html, html } from '#web/html.ts'
import { pageLanguage } from '../content/page-language.ts'
import type { PageRow } from '../content/pages.ts'
import { revisionFacts } from '../content/revision-facts.ts'
import type { RevisionRow } from '../content/revisions.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { isHidden } from '../site/hidden-parts.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import { localUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'
import { pageText } from './page-text.ts'

interface ReadablePage {
  readonly body: Html
  /** Its categories, and where to find more about it. */
  readonly foot: Html
  readonly language: string
}

/** A page to read: its text, its categories, and where to find its source and more about it. */
export async function readPage(
  wiki: Wiki,
  page: PageRow,
  signal: AbortSignal,
  revisionId?: number,
): Promise<ReadablePage> {
  const { db, site, clock } = wiki
  const { revision, model, text } = await pageText(wiki, page, revisionId)
  const work = new TextWork(wiki, seconds(clock), { signal })
  const context = { ns: page.ns, dbkey: page.title }
  const facts = revision && { revision: await revisionFacts(db, revision) }
  const rendered = await work.run('render', {
    ...{ page: { ...context, ...facts }, text, model, language: site.language },
    options: { editSections: false },
  })
  const at = revision && new Date(revision.timestamp * 1000).toISOString()
  const name = encodeURIComponent(prefixedText(site, page.ns, page.title))
  const ask = `/api.php?action=query&format=jsonfm&formatversion=2&titles=${name}`
  const language = pageLanguage(site, page.ns, page.title, page.lang, model)
  return {
    language,
    body: html`${revision && revision.id !== page.latest_rev && oldRevision(wiki, page, revision)}<div dir="${direction(language)}">${new Html(rendered.html)}</div>`,
    foot: html`${await categories(wiki, page.id)}
<p class="about quiet" lang="en" dir="ltr">${at && html`Last changed <time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>. `}<a href="${localUrl(site, context, 'action=raw')}">Source</a>.
In the API: <a href="${ask}&amp;prop=info">about this page</a>, <a href="${ask}&amp;prop=revisions&amp;rvlimit=20">its history</a>,
<a href="${ask}&amp;prop=linkshere&amp;lhlimit=50">what links here</a>.</p>`,
  }
}

/** What is shown is not what the page says now, which nobody should have to find out. */
const oldRevision = ({ site }: Wiki, page: PageRow, { id, deleted }: RevisionRow): Html => {
  const now = localUrl(site, { ns: page.ns, dbkey: page.title })
  const what = isHidden(deleted, 'text')
    ? 'The text of this old revision is hidden.'
    : 'This is an old revision of the page.'
  return html`<p class="wrong" lang="en" dir="ltr">${what} (${id}) <a href="${now}">What it says now</a>.</p>`
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
      html`${i > 0 && ' · '}<a href="${localUrl(site, { ns: NS.category, dbkey: category })}">${category.replaceAll('_', ' ')}</a>`,
  )
  return html`<p class="categories">${label}: ${links}</p>`
}
