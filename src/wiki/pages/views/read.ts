import { Html, html, type Piece } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { type PageRow, pagesByName, redirectsFrom } from '../../content/pages.ts'
import { NS } from '../../site/namespaces.ts'
import type { Title } from '../../site/titles.ts'
import { errorPage, refusedPage } from '../error-page.ts'
import { pageFacts } from '../frame/tabs.ts'
import { shownVariant } from '../frame/variant-tabs.ts'
import type { Outcome, View } from '../page.ts'
import { titleLink } from '../parts/links.ts'
import { scriptErrors } from '../parts/script-errors.ts'
import { categoryMembers } from '../reading/category-page.ts'
import { contents, languages } from '../reading/contents.ts'
import { filePage } from '../reading/file-page.ts'
import { gadgetStyles } from '../reading/gadget-styles.ts'
import { missingPage } from '../reading/missing-page.ts'
import { neighbour, oldRevision, requestedRevision } from '../reading/old-revision.ts'
import { pageFoot } from '../reading/page-foot.ts'
import { noIndex, pageHead } from '../reading/page-head.ts'
import { sendRaw } from '../reading/raw-page.ts'
import { siteStyles, styleLink } from '../reading/site-styles.ts'
import { searchDescriptionLink } from '../search-description.ts'
import { talkPage } from '../talk/talk-page.ts'
import type { Visit } from '../visit.ts'

/** Maximum cache lifetime in seconds: cascading protection can expire without a change. */
const LONGEST_STAY = 60

/** `action=view`: a page, or an old revision (`oldid`). */
export const readView: View = {
  action: 'view',
  tab: 'view',
  async show(visit, title) {
    const { words, reader, wiki } = visit
    const name = visit.name(title)
    const revision = await neighbour(visit, requestedRevision(visit))
    if (revision === null)
      return errorPage(404, name, reader.t('wiki.not_a_revision', { id: visit.search.get('oldid') ?? '' }), title)
    const [page] = await pagesByName(wiki.db, [{ ns: title.ns, title: title.dbkey }])
    if (!page) {
      const { above, below } = await beyondText(visit, title)
      if (!above && !below) return missingPage(visit, title)
      return { title: name, about: title, content: html`${above}${below}`, needs: ['reading'], texts: ['wiki'] }
    }
    const follows = revision === undefined && visit.search.get('redirect') !== 'no'
    const target = follows ? await redirectTarget(visit, page) : null
    const note = target && words.html('redirectedfrom', titleLink(visit, name, { redirect: true }))
    return readPage(visit, target ?? page, note, revision)
  },
}

async function readPage(visit: Visit, page: PageRow, note: Piece, revision: number | undefined): Promise<Outcome> {
  const title = { ns: page.ns, dbkey: page.title }
  const name = visit.name(title)
  const isOld = revision !== undefined && revision !== page.latest_rev
  const { may, protectionEnds } = await pageFacts(visit, title)
  await visit.wiki.variants.catchUp()
  const variant = shownVariant(visit)
  const response = await visit.ask({
    action: 'parse',
    ...(revision === undefined ? { page: name } : { oldid: revision }),
    prop: 'text|sections|categories|langlinks|displaytitle|revid|indicators|modules|jsconfigvars',
    disablelimitreport: true,
    disableeditsection: isOld || !may.has('edit'),
    ...(variant !== null && { variant }),
  })
  const banner = isOld ? await oldRevision(visit, name, revision) : null
  if (!response.ok) return { ...refusedPage(visit, response.errors, title), subtitle: banner }
  const { parse } = response.result
  const { text, traces } = scriptErrors(visit, parse.text ?? '', parse.jsconfigvars)
  if (parse.pageid !== page.id)
    return errorPage(404, name, visit.reader.t('wiki.not_a_revision', { id: revision ?? 0 }), title)
  const language = page.lang ?? variant ?? visit.site.language
  const { above, below } = await beyondText(visit, title)
  const talk = isOld ? null : await talkPage(visit, page, text, may.has('edit'))
  const marks = Object.values<string>(parse.indicators ?? {})
  return {
    title: name,
    heading: new Html(parse.displaytitle ?? ''),
    lang: language,
    dir: direction(language),
    about: title,
    subtitle: banner ?? note,
    ...(parse.revid !== undefined && { revision: parse.revid }),
    contents: talk ? talk.contents : contents(visit, text, parse.sections),
    languages: languages(visit, parse.langlinks),
    content: html`${
      marks.length > 0 && html`<div class="indicators">${marks.map(mark => new Html(mark))}</div>`
    }${above}${talk?.lead}<div class="wiki-text${talk && ' talk-text'}" lang="${bcp47(language)}" dir="${direction(
      language,
    )}">${new Html(talk?.text ?? text)}</div>${talk?.data}${traces}${below}`,
    foot: await pageFoot(visit, name, parse),
    needs: talk ? ['reading', 'talk'] : ['reading'],
    texts: talk ? ['wiki', 'talk'] : ['wiki'],
    head: html`${isOld ? noIndex() : pageHead(visit, { title, name, language, text })}${styleLink(parse.modulestyles)}${await siteStyles(visit.wiki)}${await gadgetStyles(visit, title.ns)}${searchDescriptionLink(visit.wiki.site)}`,
    // Member and usage lists change through background jobs, and protection can expire.
    stays: above || below || protectionEnds ? 0 : LONGEST_STAY,
  }
}

/** Content besides the text: the file of a file page, the members of a category. */
async function beyondText(
  visit: Visit,
  { ns, dbkey }: Pick<Title, 'ns' | 'dbkey'>,
): Promise<{ above: Piece; below: Piece }> {
  const name = visit.name({ ns, dbkey })
  if (ns === NS.category) return { above: null, below: await categoryMembers(visit, name) }
  const file = ns === NS.file ? await filePage(visit, name) : null
  return { above: file?.picture, below: file?.more }
}

/** Target of a redirect on this wiki; null if the page itself is shown. */
async function redirectTarget({ wiki: { db } }: Visit, page: PageRow): Promise<PageRow | null> {
  const [row] = page.is_redirect === 1 ? await redirectsFrom(db, [page.id]) : []
  if (!row || row.interwiki || row.ns < 0) return null
  const [target] = await pagesByName(db, [row])
  return target ?? null
}

/** `action=raw`: the source, for programs. */
export const rawView: View = {
  action: 'raw',
  tab: 'view',
  async show(visit, title) {
    const [page] = await pagesByName(visit.wiki.db, [{ ns: title.ns, title: title.dbkey }])
    const revision = await neighbour(visit, requestedRevision(visit))
    if (!page || revision === null) return errorPage(404, visit.name(title), visit.reader.t('wiki.no_page'), title)
    return sendRaw(visit.wiki, page, revision, visit.search.get('ctype'), visit.request, visit.reply)
  },
}

/** `action=render`: the text as HTML without the layout, for embedding. */
export const renderView: View = {
  action: 'render',
  tab: 'view',
  async show(visit, title) {
    const revision = requestedRevision(visit)
    const response = await visit.ask({
      action: 'parse',
      ...(revision ? { oldid: revision } : { page: visit.name(title) }),
      prop: 'text',
      disablelimitreport: true,
      disableeditsection: true,
      uselang: visit.site.language,
    })
    if (!response.ok) return refusedPage(visit, response.errors, title)
    return visit.reply
      .headers({
        'Content-Type': 'text/html; charset=UTF-8',
        'Content-Security-Policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-cache',
        Vary: 'Cookie',
      })
      .send(response.result.parse.text)
  },
}
