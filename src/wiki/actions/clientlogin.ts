import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import {
  askedOf,
  authenticationRequests,
  PASSWORD_REQUEST,
  REMEMBER_REQUEST,
} from '../content/authentication-requests.ts'
import { type ApiMessage, apiMessage } from '../messages/message.ts'
import { FORM_RESULT, failedForm } from './form-answer.ts'
import { loginFailure, loginName } from './login-failure.ts'
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
    // Login never takes more than one step, so there is never one in progress to continue.
    if (a.continue) return failed(apiMessage('authmanager-authn-not-in-progress'))
    const form = submittedForm(run, 'clientlogin', authenticationRequests('login', askedOf(run)), a.requests)
    if (!form.has(PASSWORD_REQUEST)) return failed(apiMessage('authmanager-authn-no-primary'))
    const name = loginName(run.wiki.site, form.value('username'))
    const password = form.value('password')
    const remember = form.has(REMEMBER_REQUEST) && form.sent('rememberMe')
    const { callers, login } = run.wiki.services
    if (name === null) return failed(apiMessage('authmanager-authn-no-primary'))
    const result = await login.check({ name, password, ip: run.caller.ip })
    if (!result.ok) return failed(loginFailure(result))
    run.caller = await callers.logIn(run.caller, result.account, { remember })
    return { clientlogin: { status: 'PASS', username: result.account.name } }
  },
})
