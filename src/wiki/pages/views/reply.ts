import { Html, html, type Piece } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { type Comment, findComment } from '../../content/discussions/discussion.ts'
import { discussionIn } from '../../content/discussions/open-discussion.ts'
import { signedText } from '../../content/discussions/write-comment.ts'
import { pagesByName } from '../../content/pages.ts'
import type { Title } from '../../site/titles.ts'
import { forbidden } from '../error-page.ts'
import { pageFacts } from '../frame/tabs.ts'
import type { FormOutcome, Outcome, Shown, View } from '../page.ts'
import { fieldView, hiddenField, problems, tokenField } from '../parts/form.ts'
import { pageText } from '../reading/page-text.ts'
import type { Sent, Visit } from '../visit.ts'

/** `action=reply`: the form for a reply to `comment`. */
export const replyView: View = { action: 'reply', tab: 'view', show, take, lost }
/** `action=newtopic`: the form for a new topic. */
export const newTopicView: View = { ...replyView, action: 'newtopic' }
/** `action=subscribe`: takes the forms beside headings. */
export const subscribeView: View = {
  action: 'subscribe',
  tab: 'view',
  async show(visit, title) {
    return { go: visit.address(visit.name(title)) }
  },
  async take(visit, title, sent) {
    const page = visit.name(title)
    const wish = { commentname: sent.text('topic'), subscribe: sent.has('subscribe') }
    await visit.post({ action: 'discussiontoolssubscribe', page, ...wish })
    return { go: `${visit.address(page)}#${encodeURIComponent(sent.text('back'))}` }
  },
}

const requested = (visit: Visit): string => visit.search.get('comment') ?? visit.tried?.sent.text('comment') ?? ''
const isReply = (visit: Visit): boolean => visit.search.get('action') === 'reply'

async function show(visit: Visit, title: Title): Promise<Outcome> {
  const { may, missing } = await pageFacts(visit, title)
  if (!may.has(missing ? 'create' : 'edit')) return forbidden(visit, visit.name(title), title)
  return formPage(visit, title, null, problems(visit.tried?.errors))
}

async function take(visit: Visit, title: Title, sent: Sent): Promise<FormOutcome> {
  const page = visit.name(title)
  if (sent.has('wpPreview')) return formPage(visit, title, sent, await preview(visit, page, sent))
  const wikitext = sent.text('wikitext')
  const wish = isReply(visit)
    ? { paction: 'addcomment', commentid: sent.text('comment') }
    : { paction: 'addtopic', sectiontitle: sent.text('wpSummary') }
  const watchlist = sent.has('wpWatchthis') ? 'watch' : 'preferences'
  const response = await visit.post({ action: 'discussiontoolsedit', page, wikitext, watchlist, ...wish })
  if (!response.ok) return { tried: { sent, errors: response.errors } }
  const { commentid = '' } = response.result.discussiontoolsedit
  return { go: `${visit.address(page)}#${encodeURIComponent(commentid)}` }
}

/** A form without a valid token: nothing is saved, and the text stays. */
async function lost(visit: Visit, title: Title, sent: Sent): Promise<Shown> {
  const text = visit.words.html('session_fail_preview')
  const above = html`<div class="note wrong" role="alert"><p>${text}</p></div>`
  return { ...(await formPage(visit, title, sent, above)), status: 403 }
}

async function preview(visit: Visit, title: string, sent: Sent): Promise<Piece> {
  const { language } = visit.site
  const response = await visit.ask({
    action: 'parse',
    title,
    text: signedText(sent.text('wikitext')),
    contentmodel: 'wikitext',
    pst: true,
    prop: 'text',
    preview: true,
    disablelimitreport: true,
  })
  if (!response.ok) return problems(response.errors)
  const heading = html`<h2>${visit.reader.t('talk.preview')}</h2>`
  const text = new Html(response.result.parse.text ?? '')
  return html`<section class="preview">${heading}<div class="wiki-text" lang="${bcp47(language)}" dir="${direction(
    language,
  )}">${text}</div></section>`
}

async function formPage(visit: Visit, title: Title, sent: Sent | null, above: Piece): Promise<Shown> {
  const { t } = visit.reader
  const replies = isReply(visit)
  const id = sent?.text('comment') || requested(visit)
  const target = replies ? await targetOf(visit, title, id) : null
  const heading = replies ? t('talk.reply_to', { name: target?.author ?? id }) : t('talk.new_topic')
  const missing = replies && target === null && html`<p class="note warning">${t('talk.gone')}</p>`
  return {
    title: heading,
    about: title,
    subtitle: target?.heading.title && html`<bdi>${target.heading.title}</bdi>`,
    content: html`${missing}${target && (await quoted(visit, target))}${above}${form(visit, title, sent, id)}`,
    needs: ['reading', 'talk'],
    texts: ['wiki', 'talk'],
  }
}

interface Target extends Comment {
  readonly text: string
}

async function targetOf(visit: Visit, { ns, dbkey }: Title, id: string): Promise<Target | null> {
  const [page] = await pagesByName(visit.wiki.db, [{ ns, title: dbkey }])
  if (!page) return null
  const { text, model } = await pageText(visit.wiki, page)
  const found = model === 'wikitext' ? findComment(await discussionIn(visit.wiki, text), id) : null
  return found === null || found === 'ambiguous' ? null : { ...found, text: text.slice(found.start, found.end) }
}

/** The comment that is replied to, without its indentation. */
async function quoted(visit: Visit, { text, prefix }: Target): Promise<Html> {
  const lines = text.split('\n').map(line => (line.startsWith(prefix) ? line.slice(prefix.length) : line))
  const { language } = visit.site
  const content = await visit.parsed(lines.join('\n').trim())
  return html`<blockquote class="comment-quoted wiki-text" lang="${bcp47(language)}" dir="${direction(language)}">${content}</blockquote>`
}

function form(visit: Visit, title: Title, sent: Sent | null, id: string): Html {
  const { t } = visit.reader
  const replies = isReply(visit)
  const page = visit.name(title)
  const typed = (name: string): string => (sent ?? visit.tried?.sent)?.text(name) ?? visit.search.get(name) ?? ''
  const { language } = visit.site
  const target = visit.address(page, replies ? { action: 'reply', comment: id } : { action: 'newtopic' })
  const { account } = visit.caller
  const watch =
    account !== null &&
    visit.caller.can('editmywatchlist') &&
    fieldView(visit, { kind: 'box', name: 'wpWatchthis', label: t('talk.watch') })
  const heading =
    !replies &&
    html`<div class="field"><label for="wpSummary">${t('talk.topic_title')}</label><input id="wpSummary" name="wpSummary" class="wide" required maxlength="500" dir="auto" value="${typed(
      'wpSummary',
    )}"></div>`
  const label = t(replies ? 'talk.your_reply' : 'talk.your_comment')
  return html`<form class="reply-form" method="post" action="${target}">${tokenField(visit)}${
    replies && hiddenField('comment', id)
  }${heading}<div class="field"><label for="wikitext">${label}</label><textarea id="wikitext" name="wikitext" rows="8" required lang="${bcp47(
    language,
  )}" dir="auto" aria-describedby="wikitext-hint">
${typed('wikitext')}</textarea><small class="hint" id="wikitext-hint">${t('talk.hint')}</small></div>${watch}<p class="buttons"><button class="button first" name="wpSave" value="1">${t(
    replies ? 'talk.reply' : 'talk.add_topic',
  )}</button><button class="button" name="wpPreview" value="1">${t('talk.show_preview')}</button><a class="button quiet-button" href="${visit.address(
    page,
  )}">${t('talk.cancel')}</a></p></form>`
}
