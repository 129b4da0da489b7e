import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, oneOf, string } from '../api/params/kinds.ts'
import { apiMessage, fail } from '../messages/message.ts'
import { FORM_RESULT, failedForm } from './form-answer.ts'
import { checkReturnUrl } from './submitted-form.ts'

/** No external services are supported; the response is that of a MediaWiki without any. */
export const linkaccount = actionModule({
  name: 'linkaccount',
  prefix: 'link',
  classname: 'ApiLinkAccount',
  summary: 'Link an account of a third-party service to the current user.',
  helpUrls: [helpPage('Linkaccount')],
  readRights: false,
  mustBePosted: true,
  write: true,
  dynamicParams: true,
  token: 'csrf',
  help: {
    params: {
      requests: { words: 'Use only these authentication requests, by id.' },
      returnurl: { words: 'URL to return to after authentication with the third-party service.' },
      continue: { words: 'Continue after returning from the third-party service.' },
    },
  },
  result: { linkaccount: FORM_RESULT },
  params: {
    requests: string({ multi: true }),
    messageformat: oneOf(['html', 'none', 'raw', 'wikitext'], { default: 'wikitext' }),
    mergerequestfields: boolean(),
    returnurl: string(),
    continue: boolean(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    if (run.caller.account === null) fail('apierror-mustbeloggedin-linkaccounts')
    checkReturnUrl(run, 'link', a)
    return { linkaccount: await failedForm(run, a.messageformat, [apiMessage('userlogin-cannot-link')]) }
  },
})
