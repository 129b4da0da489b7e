import { splitBotLogin } from '#accounts/bot-passwords.ts'
import { checkToken, issueToken } from '#accounts/tokens.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { password, string } from '../api/params/kinds.ts'
import { messageMembers } from '../api/result/message-formatter.ts'
import { type ApiMessage, apiMessage, fail } from '../messages/message.ts'
import { loginFailure, loginName } from './login-failure.ts'
import { resultReason } from './result-messages.ts'

/** MediaWiki's name for bot-password sessions. */
const BOT_SESSION = 'MediaWiki\\Session\\BotPasswordSessionProvider sessions'

/** The legacy login: still used by most bots, and the only way to use a bot password. */
export const login = actionModule({
  name: 'login',
  prefix: 'lg',
  classname: 'ApiLogin',
  summary: 'Log in with a username and password, or with a bot password.',
  helpUrls: [helpPage('Login')],
  readRights: false,
  mustBePosted: true,
  write: true,
  help: {
    params: {
      name: { words: 'Username.' },
      password: { words: 'Password.' },
      domain: { words: 'Domain (optional).' },
    },
  },
  result: {
    login: {
      result: 'string',
      'reason?': ['string', '|', messageMembers],
      'lguserid?': 'integer',
      'lgusername?': 'string',
      'token?': 'string',
    },
  },
  params: {
    name: string(),
    password: password({ sensitive: true }),
    domain: string(),
    token: string({ sensitive: true }),
  },

  async run(run, a) {
    const { callers, login, clock } = run.wiki.services
    const exposed = ['lgpassword', 'lgtoken'].filter(name => run.request.inUrl.has(name))
    if (exposed.length > 0) fail('apierror-mustpostparams', [exposed.join(', '), exposed.length])
    // A bot-password session cannot log in as someone else; log out first.
    if (run.caller.session?.data.botPassword) {
      await run.wiki.messages.catchUp()
      const reason = resultReason(run, apiMessage('api-login-fail-badsessionprovider', [BOT_SESSION]))
      return { login: { result: 'Aborted', reason } }
    }
    if (!a.token) {
      run.caller = await callers.withSession(run.caller)
      const message = apiMessage('apiwarn-deprecation-login-token')
      run.warnDeprecated('login', message, 'action=login&!lgtoken')
      return { login: { result: 'NeedToken', token: issueToken(run.caller, 'login', clock) } }
    }
    const failed = async (message: ApiMessage) => {
      await run.wiki.messages.catchUp()
      return { login: { result: 'Failed', reason: resultReason(run, message) } }
    }
    if (!checkToken(run.caller, 'login', a.token)) {
      if (run.caller.session === null) return failed(apiMessage('authpage-cannot-login-continue'))
      return { login: { result: 'WrongToken' } }
    }
    const { name = '', password = '' } = a
    const bot = splitBotLogin(name, password)
    const accountName = loginName(run.wiki.site, bot?.name ?? name)
    if (accountName === null || password === '') return failed(apiMessage('authmanager-authn-no-primary'))
    const result = await login.check({
      name: bot ? name : accountName,
      password,
      ip: run.caller.ip,
      botPasswords: true,
    })
    if (!result.ok && result.reason === 'second-factor') {
      await run.wiki.messages.catchUp()
      return { login: { result: 'Aborted', reason: resultReason(run, apiMessage('api-login-fail-aborted')) } }
    }
    if (!result.ok) return failed(loginFailure(result))
    run.caller = await callers.logIn(run.caller, result.account, { botPassword: result.botPassword })
    if (!result.botPassword) {
      run.warnDeprecated('login', apiMessage('apiwarn-deprecation-login-botpw'), 'main-account-login')
    }
    return { login: { result: 'Success', lguserid: result.account.id, lgusername: result.account.name } }
  },
})
