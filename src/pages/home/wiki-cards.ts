import type { Caller } from '#accounts/caller.ts'
import { microseconds } from '#fields/timestamp.ts'
import { dashboardCard } from '#html/cards.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import type { PageContext } from '#translation/pages/send-page.ts'
import { actionApi } from '#wiki/actions/index.ts'
import { WikiAsker } from '#wiki/api/ask.ts'
import { wordingOf } from '#wiki/messages/wording.ts'
import type { ListItem, MetaResults } from '#wiki/query/results.ts'
import { parseTitle } from '#wiki/site/titles.ts'
import { localUrl } from '#wiki/site/urls.ts'
import type { Wiki } from '#wiki/wiki.ts'

const asker = new WikiAsker(actionApi)
/** Maximum number of watched pages, and of own edits. */
const MOST = 8

interface Answer {
  readonly query: {
    readonly watchlist?: readonly ListItem<'watchlist'>[]
    readonly usercontribs: readonly ListItem<'usercontribs'>[]
  } & MetaResults['userinfo']
}

/** What the dashboard shows of the wiki: new messages, changes of watched pages, own edits. */
export interface WikiCards {
  readonly notice: Piece
  readonly cards: readonly Html[]
}

/** Empty for accounts that neither edited nor watch a page. */
export async function wikiCards(context: PageContext, caller: Caller, wiki: Wiki): Promise<WikiCards> {
  const { reader } = context
  const nothing: WikiCards = { notice: null, cards: [] }
  if (!caller.can('read') || caller.account === null) return nothing
  const answer = await asker.ask<Answer>(
    { wiki, caller, language: reader.language },
    {
      action: 'query',
      list: ['usercontribs', caller.can('viewmywatchlist') && 'watchlist'].filter(name => name !== false),
      ucuser: caller.name,
      ucprop: 'title|timestamp|ids',
      uclimit: MOST,
      ...(caller.can('viewmywatchlist') && {
        wlprop: 'title|timestamp|ids|user',
        wltype: 'edit|new',
        wlshow: '!bot',
        wllimit: MOST,
      }),
      meta: 'userinfo',
      uiprop: 'hasmsg',
    },
  )
  if (!answer.ok) return nothing
  const { watchlist = [], usercontribs, userinfo } = answer.result.query
  const wording = await wordingOf(wiki.messages, reader.language.toLowerCase())
  const label = (key: string): string => wording.text(key) ?? key
  const special = (name: string, sub = ''): string =>
    localUrl(wiki.site, { ns: -1, dbkey: `${wiki.site.specialPages.localise(name)}${sub && `/${sub}`}` })
  const more = (address: string): Html => html`<a class="small" href="${address}">${reader.t('home.whole_history')}</a>`
  const rows = (changes: readonly Change[]): Html =>
    html`<ul class="events">${changes.map(change => row(context, wiki, change, label('diff')))}</ul>`
  const own = usercontribs.map(({ title, timestamp, revid, parentid }) => ({ title, timestamp, revid, parentid }))
  const cards = [
    watchlist.length > 0 &&
      dashboardCard('watchlist', label('mywatchlist'), rows(watchlist), more(special('Watchlist'))),
    usercontribs.length > 0 &&
      dashboardCard('contributions', label('mycontris'), rows(own), more(special('Contributions', caller.name))),
  ]
  return {
    notice: userinfo.messages === true && newMessages(context, wiki, caller.name),
    cards: cards.filter(each => each !== false),
  }
}

interface Change {
  readonly title?: string | undefined
  readonly timestamp?: string | undefined
  readonly revid?: number | undefined
  readonly old_revid?: number | undefined
  readonly parentid?: number | undefined
  readonly user?: string | number | undefined
}

function row({ wording }: PageContext, { site }: Wiki, change: Change, diff: string): Html {
  const { title: name = '', timestamp = '', revid = 0, user } = change
  const title = parseTitle(site, name)
  const address = (query = ''): string => ('invalid' in title ? '' : localUrl(site, title, query))
  const before = change.old_revid ?? change.parentid ?? 0
  const compared = before > 0 && html` <a class="small" href="${address(`diff=${revid}&oldid=${before}`)}">${diff}</a>`
  return html`<li><div>
    <a href="${address()}"><bdi>${name}</bdi></a>${compared}
    ${user !== undefined && html`<span class="quiet block"><bdi>${user}</bdi></span>`}
    ${wording.ago(microseconds({ now: () => Date.parse(timestamp) }))}
  </div></li>`
}

function newMessages({ reader: { t } }: PageContext, { site }: Wiki, name: string): Piece {
  const talk = parseTitle(site, `User talk:${name}`)
  if ('invalid' in talk) return null
  return html`<p class="note" role="status"><a href="${localUrl(site, talk)}">${t('wiki.new_messages')}</a></p>`
}
