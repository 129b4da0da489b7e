import { helpPage } from '../api/help-page.ts'
import { fail, textList } from '../api/messages/message.ts'
import { actionModule } from '../api/module.ts'
import { boolean, oneOf, string } from '../api/params/kinds.ts'
import { loginFailure } from './login-failure.ts'

/** Logs a person in; programs that show a form use this one. */
export const clientlogin = actionModule({
  name: 'clientlogin',
  prefix: 'login',
  classname: 'ApiClientLogin',
  summary: 'Logs a person in, step by step where more than a password is needed.',
  helpUrls: [helpPage('Login')],
  readRights: false,
  mustBePosted: true,
  token: 'login',
  params: {
    requests: string({ multi: true }),
    messageformat: oneOf(['html', 'none', 'raw', 'wikitext'], { default: 'wikitext' }),
    mergerequestfields: boolean(),
    preservestate: boolean(),
    returnurl: string(),
    continue: boolean(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    if (a.returnurl === undefined && !a.continue) {
      fail('apierror-missingparam-one-of', [textList(['logincontinue', 'loginreturnurl']), { num: 2 }])
    }
    const name = run.raw('username', 'clientlogin') ?? ''
    const password = run.request.params.get('password') ?? ''
    const remember = run.raw('rememberMe', 'clientlogin') !== undefined
    run.markUsed(['password'])
    const { callers, login } = run.wiki.services
    const found = await login.check({ name, password, ip: run.caller.ip })
    if (!found.ok) {
      const { code, text } = loginFailure(found)
      run.result.clientlogin = { status: 'FAIL', message: text, messagecode: code, canpreservestate: false }
      return
    }
    run.caller = await callers.logIn(run.caller, found.account, { remember })
    run.result.clientlogin = { status: 'PASS', username: found.account.name }
  },
})
