import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, oneOf, string } from '../api/params/kinds.ts'
import { messageWriter } from '../api/result/message-writer.ts'
import { PASSWORD_REQUEST } from '../content/authentication-requests.ts'
import { type ApiMessage, apiMessage, fail, plaintext, textList } from '../messages/message.ts'
import { wordingOf } from '../messages/wording.ts'
import { canBeCredentials, loginFailure } from './login-failure.ts'

/** Logs a person in; programs that show a form use this one. */
export const clientlogin = actionModule({
  name: 'clientlogin',
  prefix: 'login',
  classname: 'ApiClientLogin',
  summary: 'Logs a person in, step by step where more than a password is needed.',
  helpUrls: [helpPage('Login')],
  readRights: false,
  mustBePosted: true,
  write: true,
  dynamicParams: true,
  token: 'login',
  help: {
    params: {
      requests: { words: 'Only these ways to log in.' },
      preservestate: { words: 'Keep what the person already gave in an earlier, failed attempt.' },
      returnurl: { words: 'Where another service should lead the person back to.' },
      continue: { words: 'Go on after the service that was named has sent the person back.' },
    },
  },
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
      fail('apierror-missingparam-at-least-one-of', [textList(['logincontinue', 'loginreturnurl']), { num: 2 }])
    }
    const { returnurl: url } = a
    if (url !== undefined && !isAddress(run, url)) {
      fail('apierror-badurl', [plaintext('loginreturnurl'), plaintext(url)], { code: 'badurl_loginreturnurl' })
    }
    const failed = async (message: ApiMessage) => {
      const text = messageWriter(a.messageformat, await wordingOf(run.wiki.messages, run.language))(message)
      const shown = text === undefined ? {} : { message: text }
      run.result.clientlogin = { status: 'FAIL', ...shown, messagecode: message.code, canpreservestate: false }
    }
    // Nobody is ever asked for more than a name and a password, so nothing is in progress that could go on.
    if (a.continue) return failed(apiMessage('authmanager-authn-not-in-progress'))
    if (a.requests && !a.requests.includes(PASSWORD_REQUEST)) return failed(apiMessage('authmanager-authn-no-primary'))
    const name = run.raw('username', 'clientlogin') ?? ''
    const password = run.request.params.get('password') ?? ''
    const remember = run.raw('rememberMe', 'clientlogin') !== undefined
    run.markUsed(['password'])
    const { callers, login } = run.wiki.services
    if (!canBeCredentials(name, password)) return failed(apiMessage('authmanager-authn-no-primary'))
    const found = await login.check({ name, password, ip: run.caller.ip })
    if (!found.ok) return failed(loginFailure(found))
    run.caller = await callers.logIn(run.caller, found.account, { remember })
    run.result.clientlogin = { status: 'PASS', username: found.account.name }
  },
})

/** Whole, and with a protocol that addresses have on this wiki. */
const isAddress = ({ wiki }: ActionRun, text: string): boolean =>
  URL.canParse(text) && wiki.site.info.protocols.some(protocol => protocol !== '//' && text.startsWith(protocol))
