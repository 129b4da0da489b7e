import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import {
  askedOf,
  authenticationRequests,
  CODE_REQUEST,
  continuedRequests,
  PASSWORD_REQUEST,
  REMEMBER_REQUEST,
} from '../content/authentication-requests.ts'
import { type ApiMessage, apiMessage } from '../messages/message.ts'
import { FORM_RESULT, failedForm, nextForm } from './form-answer.ts'
import { codeFailure, loginFailure, loginName } from './login-failure.ts'
import { checkReturnUrl, FORM_HELP, FORM_PARAMS, submittedForm } from './submitted-form.ts'

/** Interactive login, for programs that show a form. */
export const clientlogin = actionModule({
  name: 'clientlogin',
  prefix: 'login',
  classname: 'ApiClientLogin',
  summary: 'Log in interactively, in several steps if more than a password is needed.',
  helpUrls: [helpPage('Login')],
  readRights: false,
  mustBePosted: true,
  write: true,
  dynamicParams: true,
  token: 'login',
  help: {
    params: {
      requests: { words: 'Use only these authentication requests, by id.' },
      ...FORM_HELP,
    },
  },
  result: { clientlogin: FORM_RESULT },
  params: FORM_PARAMS,

  async run(run, a) {
    checkReturnUrl(run, 'login', a)
    const failed = async (message: ApiMessage) => ({
      clientlogin: await failedForm(run, a.messageformat, [message]),
    })
    const askCode = async (message: ApiMessage) => ({
      clientlogin: await nextForm(run, a.messageformat, a.mergerequestfields, message, await continuedRequests(run)),
    })
    const { callers, login, secondFactors } = run.wiki.services
    if (a.continue) {
      const pending = await callers.pendingLogins.find(run.caller.session)
      if (pending === null) return failed(apiMessage('authmanager-authn-not-in-progress'))
      const form = submittedForm(run, 'clientlogin', await continuedRequests(run), a.requests)
      if (!form.has(CODE_REQUEST)) return askCode(apiMessage('oathauth-auth-ui'))
      const { account, remember } = pending
      const checked = await secondFactors.check(account, form.value('OATHToken'), run.caller.ip)
      if (!checked.ok) return askCode(codeFailure(checked))
      run.caller = await callers.logIn(run.caller, account, { remember, way: 'code' })
      return { clientlogin: { status: 'PASS', username: account.name } }
    }
    const form = submittedForm(run, 'clientlogin', authenticationRequests('login', askedOf(run)), a.requests)
    if (!form.has(PASSWORD_REQUEST)) return failed(apiMessage('authmanager-authn-no-primary'))
    const name = loginName(run.wiki.site, form.value('username'))
    const password = form.value('password')
    const remember = form.has(REMEMBER_REQUEST) && form.sent('rememberMe')
    if (name === null) return failed(apiMessage('authmanager-authn-no-primary'))
    const result = await login.check({ name, password, ip: run.caller.ip })
    if (!result.ok && result.reason === 'second-factor') {
      run.caller = await callers.awaitFactor(run.caller, result.account, remember)
      return askCode(apiMessage('oathauth-auth-ui'))
    }
    if (!result.ok) return failed(loginFailure(result))
    run.caller = await callers.logIn(run.caller, result.account, { remember })
    return { clientlogin: { status: 'PASS', username: result.account.name } }
  },
})
