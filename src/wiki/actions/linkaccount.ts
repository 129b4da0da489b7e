import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, oneOf, string } from '../api/params/kinds.ts'
import { apiMessage, fail } from '../messages/message.ts'
import { failedForm } from './form-answer.ts'
import { checkWayBack } from './submitted-form.ts'

/** There are no other services whose accounts could be used here; the answer is that of a MediaWiki without any. */
export const linkaccount = actionModule({
  name: 'linkaccount',
  prefix: 'link',
  classname: 'ApiLinkAccount',
  summary: 'Lets the caller log in with an account elsewhere, where the wiki knows another service.',
  helpUrls: [helpPage('Linkaccount')],
  readRights: false,
  mustBePosted: true,
  write: true,
  dynamicParams: true,
  token: 'csrf',
  help: {
    params: {
      requests: { words: 'Only these services, by their ids.' },
      returnurl: { words: 'Where the service should lead the person back to.' },
      continue: { words: 'Go on after the service has sent the person back.' },
    },
  },
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
    checkWayBack(run, 'link', a)
    run.result.linkaccount = await failedForm(run, a.messageformat, [apiMessage('userlogin-cannot-link')])
  },
})
