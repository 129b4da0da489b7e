import type { ActionRun } from '../api/action-run.ts'
import { actionModule } from '../api/module.ts'
import { boolean, string } from '../api/params/kinds.ts'
import { asObject } from '../api/result/shape.ts'
import { discussionIn } from '../content/discussions/open-discussion.ts'
import { setSubscription, subscriptionsOf } from '../content/discussions/subscriptions.ts'
import { readPageState } from '../editing/page-state.ts'
import { fail, messageParam } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { pageTitled } from './page-target.ts'

const HELP = 'https://www.mediawiki.org/wiki/Special:MyLanguage/Extension:DiscussionTools'

/** Subscriptions belong to accounts. */
function accountOf({ caller }: ActionRun): number {
  return caller.account?.id ?? fail('apierror-mustbeloggedin', [messageParam('action-editmyoptions')])
}

export const discussiontoolssubscribe = actionModule({
  name: 'discussiontoolssubscribe',
  prefix: '',
  classname: 'MediaWiki\\Extension\\DiscussionTools\\ApiDiscussionToolsSubscribe',
  extension: 'DiscussionTools',
  unlisted: true,
  summary: 'Subscribe to a topic of a talk page, or unsubscribe from it.',
  helpUrls: [HELP],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      page: { words: 'Title of the talk page.' },
      commentname: { words: 'Name of the topic, such as h-Example-20261118051100.' },
      subscribe: { words: 'Subscribe. Otherwise, unsubscribe.' },
    },
  },
  result: { discussiontoolssubscribe: { page: 'string', commentname: 'string', subscribe: 'boolean' } },
  params: {
    page: string({ required: true }),
    commentname: string({ required: true }),
    subscribe: boolean(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const account = accountOf(run)
    const { ns, title, text } = await readPageState(run.wiki, pageTitled(run, a.page))
    const { headings } = await discussionIn(run.wiki, text ?? '')
    const heading = headings.find(({ name }) => name === a.commentname && name !== 'h-')
    const stored = (await subscriptionsOf(run.db, account, [a.commentname])).has(a.commentname)
    // A topic that was moved to an archive can still be unsubscribed from.
    if (!heading && (a.subscribe || !stored))
      fail('apierror-discussiontools-commentname-notfound', [escapeWikitext(a.commentname)])
    const topic = { topic: a.commentname, ns, title, section: heading?.title ?? '' }
    await run.wiki.store.transaction(tx => setSubscription(tx, account, topic, a.subscribe, run.now))
    return {
      discussiontoolssubscribe: {
        page: run.titleText(ns, title),
        commentname: a.commentname,
        subscribe: a.subscribe,
      },
    }
  },
})

export const discussiontoolsgetsubscriptions = actionModule({
  name: 'discussiontoolsgetsubscriptions',
  prefix: '',
  classname: 'MediaWiki\\Extension\\DiscussionTools\\ApiDiscussionToolsGetSubscriptions',
  extension: 'DiscussionTools',
  unlisted: true,
  internal: true,
  summary: 'Get which topics you are subscribed to.',
  helpUrls: [HELP],
  help: { params: { commentname: { words: 'Names of topics.' } } },
  result: { subscriptions: { '*': ['integer', '|', 'null'] } },
  params: { commentname: string({ multi: true, required: true }) },

  async run(run, a) {
    const stored = await subscriptionsOf(run.db, accountOf(run), a.commentname)
    const stateOf = (name: string) => (stored.has(name) ? Number(stored.get(name)) : null)
    return { subscriptions: asObject(Object.fromEntries(a.commentname.map(name => [name, stateOf(name)]))) }
  },
})
