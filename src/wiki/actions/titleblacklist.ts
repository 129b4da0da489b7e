import { actionModule } from '../api/module.ts'
import { boolean, oneOf, string } from '../api/params/kinds.ts'
import { messageOf, type TitleAction, TitleLists } from '../content/blocked-lists/title-lists.ts'
import { siteWords } from '../content/site-words.ts'
import { fail } from '../messages/message.ts'
import { escapeHtml } from '../messages/render.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { fullText } from '../site/title-format.ts'
import { parseTitle } from '../site/titles.ts'

export const titleblacklist = actionModule({
  name: 'titleblacklist',
  prefix: 'tb',
  classname: 'MediaWiki\\Extension\\TitleBlacklist\\Api\\ApiQueryTitleBlacklist',
  extension: 'TitleBlacklist',
  summary: "Check a title against the wiki's title blacklist.",
  helpUrls: [],
  help: {
    params: {
      title: { words: 'Title to check.' },
      action: { words: 'Action to check.' },
      nooverride: { words: "Ignore the caller's right to override the blacklist." },
    },
  },
  result: {
    titleblacklist: { result: 'string', 'reason?': 'string', 'message?': 'string', 'line?': 'string' },
  },
  params: {
    title: string({ required: true, mayBeEmpty: true }),
    action: oneOf(['create', 'createpage', 'createtalk', 'edit', 'move', 'new-account', 'upload'], { default: 'edit' }),
    nooverride: boolean(),
  },

  async run(run, a) {
    const { wiki, caller } = run
    const title = parseTitle(wiki.site, a.title)
    if ('invalid' in title) fail('apierror-invalidtitle', [escapeWikitext(a.title)])
    const action = (a.action.startsWith('create') ? 'create' : a.action) as TitleAction
    const lists = await TitleLists.load(wiki)
    const line = lists.against(fullText(wiki.site, title), action, caller, !a.nooverride)
    if (line === null) return { titleblacklist: { result: 'ok' } }
    const message = messageOf(line, action === 'create' ? 'edit' : action)
    const raw = escapeHtml(line.raw)
    const words = await siteWords(wiki, [message])
    const reason = words.has(message) ? words.text(message, raw, escapeHtml(a.title)) : `⧼${message}⧽`
    return { titleblacklist: { result: 'blacklisted', reason, message, line: raw } }
  },
})
