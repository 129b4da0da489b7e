import type { FastifyReply } from 'fastify'
import { type Html, html, type Piece } from '#html/html.ts'
import { PAGE_HEADERS, page } from '#html/page.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { clearNewTalk } from '../../editing/new-talk.ts'
import { NS } from '../../site/namespaces.ts'
import type { Shown, View } from '../page.ts'
import type { Visit } from '../visit.ts'
import { logo } from './logo.ts'
import { sidebar } from './sidebar.ts'
import { siteFoot } from './site-foot.ts'
import { type PageFacts, pageFacts, tabs } from './tabs.ts'

/** Sends a page inside the wiki's layout. `current` is the active tab. */
export async function sendShown(visit: Visit, shown: Shown, current: View['tab'] | null): Promise<FastifyReply> {
  const { reply, reader, wiki, words } = visit
  const { status = 200, title, about } = shown
  const facts = about && about.ns >= 0 ? await pageFacts(visit, about) : null
  visit.cookies()
  if (status === 503) reply.header('Retry-After', '5')
  const heading = html`<h1 class="title"${
    shown.lang !== undefined && html` lang="${bcp47(shown.lang)}"`
  } dir="${shown.dir ?? 'auto'}">${shown.heading ?? title}</h1>`
  const content = html`<div class="leaf${shown.wide && ' wide'}${shown.contents && ' has-contents'}">
<div class="page">${await notice(visit)}${await newMessages(visit, shown)}${heading}${facts && about && tabs(visit, about, facts, current)}${
    shown.subtitle && html`<div class="subtitle">${shown.subtitle}</div>`
  }
<div class="body">${shown.content}</div>${shown.foot}${await siteFoot(visit)}</div>
<div class="side">${shown.contents}${sidebar(visit)}</div>
<div class="beside">${shown.languages}${tools(visit, shown, facts)}</div>
</div>`
  if (status === 200 && shown.stays !== undefined) visit.stays(shown.stays)
  return reply
    .code(status)
    .headers({ ...PAGE_HEADERS, 'Cache-Control': 'private, no-cache', Vary: 'Cookie, Accept-Language' })
    .send(
      page(`${title} – ${wiki.site.name}`, content, {
        reader,
        place: 'wiki',
        layout: 'wiki',
        wikiName: wiki.site.name,
        wikiLogo: await logo(visit),
        ...wordsLanguage(visit),
        needs: ['wiki', 'suggest', ...(shown.needs ?? [])],
        ...(shown.texts && { texts: shown.texts }),
        ...(shown.head !== undefined && { head: shown.head }),
        ...(shown.style !== undefined && { style: shown.style }),
        find: {
          action: wiki.site.script,
          name: 'search',
          label: words.text('searchsuggest-search'),
          hidden: { title: visit.specialTitle('Search') },
          value: visit.search.get('search') ?? '',
        },
        personal: personal(visit),
        menu: sidebar(visit, 'menu'),
      }),
    )
}

/** Language of the wiki messages, which may differ from that of the site's layout. */
const wordsLanguage = ({ language }: Visit): { lang: string; dir: string } => {
  const code = language === 'qqx' ? 'en' : language
  return { lang: bcp47(code), dir: direction(code) }
}

/** Links to tools for the page. */
function tools(visit: Visit, shown: Shown, facts: PageFacts | null): Html {
  const { words, caller, reader } = visit
  const { t } = reader
  const { about } = shown
  const items: (readonly [href: string, text: string])[] = []
  if (about && facts) {
    const { title, latest, missing } = facts
    items.push([visit.special('Whatlinkshere', title), words.text('whatlinkshere')])
    if (!missing) items.push([visit.special('Recentchangeslinked', title), words.text('recentchangeslinked-toolbox')])
    if (about.ns === NS.user || about.ns === NS.userTalk) {
      const name = about.dbkey.split('/')[0]!.replaceAll('_', ' ')
      items.push([visit.special('Contributions', name), words.text('contributions', name)])
      items.push([visit.special('Log', name), words.text('log')])
      if (caller.can('block')) items.push([visit.special('Block', name), words.text('blockip', name)])
      if (caller.account !== null && caller.can('sendemail'))
        items.push([visit.special('Emailuser', name), words.text('emailuser', name)])
    }
    const revision = shown.revision ?? latest
    if (revision) items.push([visit.address(title, { oldid: revision }), words.text('permalink')])
    if (!missing) {
      items.push([visit.address(title, { action: 'info' }), words.text('pageinfo-toolboxlink')])
      items.push([`${visit.special('CiteThisPage', null, { page: title, id: revision })}`, t('wiki.cite')])
      items.push([visit.address(title, { action: 'raw' }), t('wiki.source')])
    }
  }
  if (caller.can('upload')) items.push([visit.special('Upload'), words.text('upload')])
  items.push([visit.special('Specialpages'), words.text('specialpages')])
  const heading = html`<h2 id="portlet-tools">${words.text('toolbox')}</h2>`
  const links = items.map(([href, text]) => html`<li><a href="${href}">${text}</a></li>`)
  return html`<nav class="portlet" aria-labelledby="portlet-tools">${heading}<ul>${links}${shown.tools}</ul></nav>`
}

/** "You have new messages" until the reader visits their talk page. For visitors, that of their address. */
async function newMessages(visit: Visit, { about }: Shown): Promise<Piece> {
  const { caller, reader } = visit
  const { t } = reader
  if (!caller.can('read')) return null
  const { userinfo } = await visit.query({ meta: 'userinfo', uiprop: ['hasmsg'] })
  if (!userinfo.messages) return null
  if (about?.ns === NS.userTalk && about.dbkey.replaceAll('_', ' ') === caller.name) {
    if (visit.wiki.services.config.readOnly === null) await clearNewTalk(visit.wiki, caller)
    return null
  }
  const talk = `User talk:${caller.name}`
  return html`<p class="sitenotice new-messages" role="status" lang="${reader.language}" dir="${reader.direction}">
    <a href="${visit.address(talk)}">${t('wiki.new_messages')}</a>
    <a href="${visit.address(talk, { diff: 'cur' })}">${t('wiki.last_change')}</a>
  </p>`
}

/** Site notice: `MediaWiki:Sitenotice`, or for visitors `MediaWiki:Anonnotice` if it exists. */
async function notice(visit: Visit): Promise<Piece> {
  const { words, caller, wiki } = visit
  const text = (caller.account === null ? words.own('anonnotice') : undefined) ?? words.own('sitenotice')
  if (text === undefined) return null
  const { language } = wiki.site
  return html`<div class="sitenotice" lang="${language}" dir="${direction(language)}">${await visit.parsed(text)}</div>`
}

function personal(visit: Visit): Piece {
  const { words, caller } = visit
  if (caller.account === null) return null
  const { name } = caller
  const links = [
    [visit.address(`User talk:${name}`), words.text('mytalk')],
    [visit.special('Watchlist'), words.text('mywatchlist')],
    [visit.special('Contributions', name), words.text('mycontris')],
  ] as const
  return html`${links.map(([href, text]) => html`<a href="${href}">${text}</a>`)}`
}
