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
  summary: 'Set the language of a page, if the wiki allows it.',
  helpUrls: [helpPage('SetPageLanguage')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      title: { words: 'Title of the page.' },
      pageid: { words: 'Page id, instead of the title.' },
      lang: { words: "Language code, or default for the wiki's content language." },
      reason: { words: 'Reason for the change.' },
      tags: { words: 'Change tags to apply to the log entry.' },
    },
  },
  result: { setpagelanguage: { title: 'string', oldlanguage: 'string', newlanguage: 'string', logid: 'integer' } },
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
    // MediaWiki's response unless page languages are enabled.
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
    return {
      setpagelanguage: {
        title,
        oldlanguage: loggedLanguage(wiki, page.lang),
        newlanguage: loggedLanguage(wiki, language),
        logid,
      },
    }
  },
})
