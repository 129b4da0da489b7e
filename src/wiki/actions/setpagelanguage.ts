import { wikiCodes } from '#languages/wiki-languages.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { integer, oneOf, string } from '../api/params/kinds.ts'
import { readPageState } from '../editing/page-state.ts'
import { loggedLanguage, setPageLanguage } from '../editing/set-page-language.ts'
import { fail, messageParam } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { mustBeAllowed } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { pageTarget } from './page-target.ts'

export const setpagelanguage = actionModule({
  name: 'setpagelanguage',
  prefix: '',
  classname: 'ApiSetPageLanguage',
  summary: 'Says which language a page is written in, where the wiki lets pages have languages of their own.',
  helpUrls: [helpPage('SetPageLanguage')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      title: { words: 'The title of the page.' },
      pageid: { words: 'The id of the page, instead of its title.' },
      lang: { words: 'The code of the language; default for that of the wiki.' },
      reason: { words: 'Why.' },
      tags: { words: 'Tags to put on the entry in the log.' },
    },
  },
  params: {
    title: string(),
    pageid: integer(),
    lang: oneOf(['default', ...wikiCodes()], { required: true }),
    reason: string(),
    tags: string({ multi: true, listsTags: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { wiki, caller, now } = run
    // As MediaWiki answers unless its operator has switched this on.
    if (wiki.services.config.pageLanguages.length === 0) fail('apierror-pagelang-disabled')
    if (!caller.can('pagelang')) fail('apierror-permissiondenied', [messageParam('action-pagelang')])
    const state = await readPageState(wiki, await pageTarget(run, a))
    const { page } = state
    if (!page) fail('apierror-missingtitle')
    await mustBeAllowed(run, 'edit', state)
    const { tags = [], reason = '' } = a
    await checkTags(run, tags)
    const language = a.lang === 'default' ? null : a.lang
    const title = run.titleText(page.ns, page.title)
    if (language === page.lang) {
      if (language !== null) fail('pagelang-unchanged-language', [escapeWikitext(title), language])
      fail('pagelang-unchanged-language-default', [escapeWikitext(title)])
    }
    const change = { caller, now, page, language, reason, tags }
    const logid = await wiki.store.transaction(tx => setPageLanguage(tx, wiki, change))
    if (logid === null) fail('edit-conflict')
    run.result.setpagelanguage = {
      title,
      oldlanguage: loggedLanguage(wiki, page.lang),
      newlanguage: loggedLanguage(wiki, language),
      logid,
    }
  },
})
