import type { ActionRun } from '../api/action-run.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, oneOf, string, text } from '../api/params/kinds.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { rememberResult } from '../api/run-once.ts'
import { type Comment, type Discussion, findComment, type Heading, topicOf } from '../content/discussions/discussion.ts'
import { timesOf } from '../content/discussions/open-discussion.ts'
import { parseDiscussion } from '../content/discussions/parse-discussion.ts'
import { subscribeAuthor, subscribesAutomatically } from '../content/discussions/subscriptions.ts'
import { signedText, withReply } from '../content/discussions/write-comment.ts'
import { MessageLookup } from '../content/message-lookup.ts'
import { editPage } from '../editing/edit-page.ts'
import { isSectioned, type PageChange } from '../editing/page-change.ts'
import { knownText, type PageState, readPageState } from '../editing/page-state.ts'
import { fail, textList } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { mustBeAllowedToEdit } from './may-change.ts'
import { pageTitled } from './page-target.ts'
import { mustNotBeTooFast } from './rate-limits.ts'
import { requestedChange } from './requested-change.ts'

const RESULT = {
  discussiontoolsedit: {
    result: 'string',
    'newrevid?': 'integer',
    'watched?': 'boolean',
    /** Of the comment as it is on the page, if its signature can be found. */
    'commentid?': 'string',
  },
} as const satisfies Members

/** Adds a comment as plain signed wikitext. */
export const discussiontoolsedit = actionModule({
  name: 'discussiontoolsedit',
  prefix: '',
  classname: 'MediaWiki\\Extension\\DiscussionTools\\ApiDiscussionToolsEdit',
  extension: 'DiscussionTools',
  unlisted: true,
  summary: 'Reply to a comment on a talk page, or start a topic.',
  helpUrls: ['https://www.mediawiki.org/wiki/Special:MyLanguage/Extension:DiscussionTools'],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  idempotent: true,
  help: {
    params: {
      paction: { words: 'Add a reply (addcomment) or a topic (addtopic).' },
      autosubscribe: { words: 'Whether to subscribe to the topic. By default, the preferences decide.' },
      page: { words: 'Title of the talk page.' },
      commentname: { words: 'Name of the comment to reply to, such as c-Example-20261118051100.' },
      commentid: { words: 'ID of the comment to reply to. It takes precedence over commentname.' },
      wikitext: { words: 'The comment in wikitext. Indentation and signature are added.' },
      summary: { words: 'Edit summary. By default, it names the topic.' },
      sectiontitle: { words: 'Heading of the new topic.' },
      allownosectiontitle: { words: 'Allow a new topic without a heading.' },
      watchlist: { words: 'Watch or unwatch the page, use the preferences, or leave the watchlist unchanged.' },
      nocontent: { words: 'Accepted for compatibility: the response never contains the page.' },
    },
  },
  result: RESULT,
  params: {
    paction: oneOf(['addcomment', 'addtopic'], { required: true }),
    autosubscribe: oneOf(['yes', 'no']),
    page: string({ required: true }),
    commentname: string(),
    commentid: string(),
    wikitext: text({ required: true }),
    summary: string(),
    sectiontitle: string(),
    allownosectiontitle: boolean(),
    watchlist: oneOf(['nochange', 'preferences', 'unwatch', 'watch'], { default: 'preferences' }),
    watchlistexpiry: watchlistExpiry(),
    nocontent: boolean(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { wiki, caller, now } = run
    const state = await readPageState(wiki, pageTitled(run, a.page))
    if (!isSectioned(state))
      fail('apierror-sectionsnotsupported-what', [escapeWikitext(run.titleText(state.ns, state.title))])
    await mustBeAllowedToEdit(run, 'edit', state)
    await mustNotBeTooFast(run, 'edit')
    if (a.wikitext.trim() === '') fail('apierror-missingparam', ['wikitext'], { code: 'missingparam' })
    const times = await timesOf(wiki)
    const parse = (on: string): Discussion => parseDiscussion(wiki.site, times, on)
    const { change, summary, mark } =
      a.paction === 'addtopic' ? await newTopic(run, state, a) : await reply(run, state, parse, a)
    const answer = (
      newrevid: number | undefined,
      watched: boolean,
      comment: Comment | null,
    ): ResultOf<typeof RESULT> => ({
      discussiontoolsedit: {
        result: 'success',
        ...(newrevid !== undefined && { newrevid }),
        ...(watched && { watched: true }),
        ...(comment && { commentid: comment.id }),
      },
    })
    const subscribes = caller.account !== null && (await wantsSubscription(run, a.autosubscribe))
    let result = answer(undefined, false, null)
    await editPage(wiki, state, {
      caller,
      now,
      change,
      model: state.model,
      summary,
      mark,
      tags: [],
      minor: false,
      bot: false,
      watch: a.watchlist,
      watchedUntil: a.watchlistexpiry,
      base: null,
      mayReplace: true,
      signal: run.signal,
      onSaved: async (tx, { saved, watched, text: stored }) => {
        const comment = ownComment(parse(stored), caller.name, now)
        const topic = comment && topicOf(comment)
        if (topic && subscribes)
          await subscribeAuthor(tx, caller.account!.id, { ...placeOf(state), ...topicKey(topic) }, now)
        result = answer(saved?.revisionId, watched, comment)
        if (run.idempotency) await rememberResult(run, tx, result)
      },
    })
    return result
  },
})

const placeOf = ({ ns, title }: PageState) => ({ ns, title })
const topicKey = ({ name, title }: Heading) => ({ topic: name, section: title })

const wantsSubscription = async (run: ActionRun, wish: 'yes' | 'no' | undefined): Promise<boolean> =>
  wish === undefined ? subscribesAutomatically(run.db, run.caller.account!.id) : wish === 'yes'

/** The comment that the caller has just written: their last one of this minute. */
function ownComment({ comments }: Discussion, author: string, now: number): Comment | null {
  const minute = Math.floor(now / 60) * 60
  return comments.findLast(comment => comment.author === author && comment.time === minute) ?? null
}

interface Wish {
  readonly wikitext: string
  readonly summary: string | undefined
  readonly sectiontitle: string | undefined
  readonly allownosectiontitle: boolean
  readonly commentid: string | undefined
  readonly commentname: string | undefined
}

function newTopic(run: ActionRun, state: PageState, a: Wish) {
  const sectiontitle = a.sectiontitle?.trim() ?? ''
  if (sectiontitle === '' && !a.allownosectiontitle) fail('apierror-missingparam', ['sectiontitle'])
  return requestedChange(run, state, {
    section: 'new',
    sectiontitle,
    text: signedText(a.wikitext),
    prependtext: undefined,
    appendtext: undefined,
    summary: a.summary,
    undo: undefined,
    undoafter: undefined,
    md5: undefined,
  })
}

interface Reply {
  readonly change: PageChange
  readonly summary: string
  readonly mark: null
}

/** A reply is written to the page as it is when it is saved, so others may write at the same time. */
async function reply(run: ActionRun, state: PageState, parse: (text: string) => Discussion, a: Wish): Promise<Reply> {
  const wanted = a.commentid ?? a.commentname
  if (wanted === undefined) fail('apierror-missingparam-one-of', [textList(['commentid', 'commentname']), 2])
  const kind = a.commentid === undefined ? 'commentname' : 'commentid'
  const targetIn = (text: string): Comment => {
    const found = findComment(parse(text), wanted)
    if (found === 'ambiguous') fail('apierror-discussiontools-commentname-ambiguous', [escapeWikitext(wanted)])
    return found ?? fail(`apierror-discussiontools-${kind}-notfound`, [escapeWikitext(wanted)])
  }
  const { heading } = targetIn(knownText(state))
  const change: PageChange = { kind: 'amend', amend: text => withReply(text, targetIn(text), a.wikitext) }
  return { change, summary: a.summary || (await replySummary(run, heading)), mark: null }
}

async function replySummary({ wiki }: ActionRun, { title }: Heading): Promise<string> {
  const words = await MessageLookup.open(wiki, wiki.site.language)
  const text = words.find('discussiontools-defaultsummary-reply').text ?? 'Reply'
  return title === '' ? text : `/* ${title.replaceAll('*/', '')} */ ${text}`
}
