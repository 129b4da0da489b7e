import { type Html, html, type Piece } from '#html/html.ts'
import { data } from '#html/island.ts'
import {
  type Comment,
  commentsUnder,
  type Discussion,
  type Heading,
  isTopic,
  latestOf,
} from '../../content/discussions/discussion.ts'
import { findInHtml } from '../../content/discussions/find-in-html.ts'
import { matchShown } from '../../content/discussions/match-shown.ts'
import { timesOf } from '../../content/discussions/open-discussion.ts'
import { parseDiscussion } from '../../content/discussions/parse-discussion.ts'
import type { PageRow } from '../../content/pages.ts'
import { isSignedOn } from '../../notifications/mentions.ts'
import { isIp } from '../../site/ip.ts'
import { isTalk } from '../../site/namespaces.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { timeText } from '../parts/times.ts'
import { pageText } from '../reading/page-text.ts'
import type { Visit } from '../visit.ts'
import { plainIndents } from './indented.ts'
import { subscribedTopics, subscribeForm } from './subscribe-form.ts'

/** A talk page with its comments as a conversation. */
export interface TalkPage {
  readonly text: string
  /** Above the text: new topic, latest comment. */
  readonly lead: Html
  /** Next to the text: the topics. */
  readonly contents: Piece
  /** For the script that replies in place. */
  readonly data: Html
}

/** People who wrote on the page, for completion. */
const MAX_PEOPLE = 200

/** The conversation on a page; null where people do not sign. */
export async function talkPage(
  visit: Visit,
  page: PageRow,
  rendered: string,
  mayReply: boolean,
): Promise<TalkPage | null> {
  if (!isSignedOn(page.ns)) return null
  const { model, text } = await pageText(visit.wiki, page)
  if (model !== 'wikitext') return null
  const { site } = visit
  const times = await timesOf(visit.wiki)
  const discussion = parseDiscussion(site, times, text)
  if (discussion.comments.length === 0 && !isTalk(page.ns)) return null
  const title = { ns: page.ns, dbkey: page.title }
  const name = visit.name(title)
  const matches = matchShown(discussion, findInHtml(site, times, title, rendered))
  const subscribed = await subscribedTopics(visit, discussion)
  const marks = new Marks()
  for (const [heading, { level, start, end }] of matches.headings) {
    if (level !== 2) continue
    marks.add(start, html`<div class="topic-head" id="${heading.id}">`)
    marks.add(end, html`${topicFacts(visit, heading)}${subscribeForm(visit, name, heading, subscribed)}</div>`)
  }
  for (const [comment, { before, signature, end }] of matches.comments) {
    const isHeaded = before !== null && signature !== null
    if (isHeaded) marks.add(before, byline(visit, comment))
    if (isHeaded) {
      marks.add(signature[0], html`<span class="comment-signature">`)
      marks.add(signature[1], html`</span>`)
    }
    marks.add(end, actions(visit, name, comment, mayReply, isHeaded))
  }
  const people = [...new Set(discussion.comments.toReversed().map(({ author }) => author))].filter(each => !isIp(each))
  return {
    text: plainIndents(marks.in(rendered)),
    lead: lead(visit, name, discussion, mayReply),
    contents: topics(visit, discussion),
    data: data(
      {
        api: site.script.replace(/index\.php$/, 'api.php'),
        title: name,
        language: visit.language,
        address: visit.address(name),
        userNamespace: site.namespaces.nameOf(2),
        people: people.slice(0, MAX_PEOPLE),
        mayWatch: visit.caller.account !== null && visit.caller.can('editmywatchlist'),
      },
      'talk-data',
    ),
  }
}

/** Pieces of HTML to insert into a text, by position. */
class Marks {
  readonly #marks: { readonly at: number; readonly order: number; readonly piece: Html }[] = []

  add(at: number, piece: Html): void {
    this.#marks.push({ at, order: this.#marks.length, piece })
  }

  in(text: string): string {
    let [result, done] = ['', 0]
    for (const { at, piece } of this.#marks.sort((a, b) => a.at - b.at || a.order - b.order)) {
      result += text.slice(done, at) + piece.text
      done = at
    }
    return result + text.slice(done)
  }
}

const when = (visit: Visit, { time }: Comment): Html =>
  html`<time datetime="${isoTimestamp(time)}" dir="${visit.reader.direction}">${timeText(visit, time)}</time>`

/** First letters of the first two words of a name. */
const initials = (name: string): string =>
  name
    .split(/[\s_]+/)
    .slice(0, 2)
    .map(word => [...word][0] ?? '')
    .join('')
    .toUpperCase()

/** Author and time of a comment, instead of its signature. */
function byline(visit: Visit, comment: Comment): Html {
  const { t } = visit.reader
  const { author, id } = comment
  const isAddress = isIp(author)
  const href = isAddress ? visit.special('Contributions', author) : visit.address(`User:${author}`)
  const face = html`<span class="face" aria-hidden="true">${isAddress ? '–' : initials(author)}</span>`
  const mark = isAddress && html`<span class="chip">${t('talk.unregistered')}</span>`
  return html`<div class="comment-by" id="${id}">${face}<a class="comment-author" href="${href}"><bdi>${author}</bdi></a>${mark}<a class="comment-time" href="#${id}" title="${t(
    'talk.permalink',
  )}">${when(visit, comment)}</a></div>`
}

function actions(visit: Visit, name: string, { id, author }: Comment, mayReply: boolean, isHeaded: boolean): Html {
  const { t } = visit.reader
  const address = visit.address(name, { action: 'reply', comment: id })
  const reply =
    mayReply &&
    html`<a class="comment-reply" href="${address}" rel="nofollow" data-comment="${id}" data-author="${author}" aria-label="${t(
      'talk.reply_to',
      { name: author },
    )}">${t('talk.reply')}</a>`
  const link = html`<a class="comment-link" href="#${id}" data-copy hidden>${t('talk.copy_link')}</a>`
  const anchor = !isHeaded && html` id="${id}"`
  return html`<span class="comment-acts"${anchor} data-of="${id}">${reply}${link}</span>`
}

function topicFacts(visit: Visit, heading: Heading): Html {
  const { t } = visit.reader
  const comments = [...commentsUnder(heading)]
  const replies = Math.max(comments.length - 1, 0)
  const latest = latestOf(comments)
  const people = new Set(comments.map(({ author }) => author)).size
  const said =
    replies === 0 || latest === null
      ? html`${t('talk.no_replies')}`
      : html`${t('talk.replies', { count: replies })} · ${t('talk.people', { count: people })} · <a href="#${
          latest.id
        }">${t.html('talk.last_reply', { time: when(visit, latest) })}</a>`
  return html`<p class="topic-facts"><bdi dir="${visit.reader.direction}">${comments.length > 0 && said}</bdi></p>`
}

function lead(visit: Visit, name: string, { comments }: Discussion, mayReply: boolean): Html {
  const { t } = visit.reader
  const address = visit.address(name, { action: 'newtopic' })
  const start =
    mayReply && html`<a class="button first new-topic" href="${address}" rel="nofollow">${t('talk.new_topic')}</a>`
  const latest = latestOf(comments)
  const last =
    latest &&
    html`<a class="small latest-comment" href="#${latest.id}">${t.html('talk.latest', {
      time: when(visit, latest),
      name: html`<bdi>${latest.author}</bdi>`,
    })}</a>`
  return html`<div class="talk-lead">${start}${last}</div>`
}

/** The topics with their number of replies. */
function topics(visit: Visit, { headings }: Discussion): Piece {
  const { t } = visit.reader
  const items = headings.filter(isTopic).map(heading => {
    const replies = [...commentsUnder(heading)].length - 1
    const count = replies > 0 ? t('talk.replies', { count: replies }) : replies === 0 && t('talk.no_replies')
    return html`<li class="level-1"><a href="#${heading.id}"><bdi>${heading.title}</bdi>${
      count && html`<span class="quiet small">${count}</span>`
    }</a></li>`
  })
  if (items.length === 0) return null
  const title = html`<h2 id="contents-heading">${t('talk.topics')}</h2>`
  return html`<nav class="contents talk-topics" aria-labelledby="contents-heading">${title}<ul>${items}</ul></nav>`
}
