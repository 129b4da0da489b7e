import type { Account } from '#accounts/account.ts'
import { AccountError } from '#accounts/account-error.ts'
import { hashPassword } from '#accounts/passwords.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import {
  askedOf,
  authenticationRequests,
  PASSWORD_REQUEST,
  TEMPORARY_PASSWORD_REQUEST,
  USER_DATA_REQUEST,
  USERNAME_REQUEST,
} from '../content/authentication-requests.ts'
import { passwordObjections } from '../content/password-policy.ts'
import { createAccount } from '../editing/create-account.ts'
import { type ApiMessage, apiMessage } from '../messages/message.ts'
import { objectionsToCreator, objectionToAddress } from '../query/families/account-creation.ts'
import { canonicalUserName, isCreatableUserName } from '../site/user-names.ts'
import { FORM_RESULT, failedForm } from './form-answer.ts'
import { checkReturnUrl, FORM_HELP, FORM_PARAMS, type SubmittedForm, submittedForm } from './submitted-form.ts'
import { unwantedAccount } from './unwanted-titles.ts'

export const createaccount = actionModule({
  name: 'createaccount',
  prefix: 'create',
  classname: 'ApiAMCreateAccount',
  summary: 'Create an account.',
  helpUrls: [helpPage('Account_creation')],
  readRights: false,
  mustBePosted: true,
  write: true,
  dynamicParams: true,
  token: 'createaccount',
  help: {
    params: {
      requests: { words: 'Use only these authentication requests, by id.' },
      ...FORM_HELP,
    },
  },
  result: { createaccount: FORM_RESULT },
  params: FORM_PARAMS,

  async run(run, a) {
    checkReturnUrl(run, 'create', a)
    const refused = async (...messages: ApiMessage[]) => ({
      createaccount: await failedForm(run, a.messageformat, messages),
    })
    // Account creation never takes more than one step, so there is never one in progress to continue.
    if (a.continue) return refused(apiMessage('authmanager-create-not-in-progress'))
    const form = submittedForm(run, 'createaccount', authenticationRequests('create', askedOf(run)), a.requests)
    const hasName = form.has(USERNAME_REQUEST) || form.has(PASSWORD_REQUEST)
    if (!hasName) return refused(apiMessage('noname'))
    const name = canonicalUserName(run.wiki.site, form.value('username'))
    const objections = await objectionsTo(run, form, name)
    if (objections.length > 0) return refused(...objections)
    const made = await accountOf(run, form, name!)
    if ('key' in made) return refused(made)
    return { createaccount: { status: 'PASS', username: made.name } }
  },
})

/** First group of objections, in MediaWiki's order: the creator, the name, the rest of the form, the password. */
async function objectionsTo(run: ActionRun, form: SubmittedForm, name: string | null): Promise<ApiMessage[]> {
  const toCreator = await objectionsToCreator(run)
  if (toCreator.length > 0) return toCreator
  if (name === null) return [apiMessage('noname')]
  if ((await run.wiki.services.accounts.byName(run.db, name)) !== null) return [apiMessage('userexists')]
  if (!isCreatableUserName(run.wiki.site, name)) return [apiMessage('noname')]
  const toAddress = await objectionToAddress(run)
  if (toAddress) return [toAddress]
  const unwanted = await unwantedAccount(run, name)
  if (unwanted) return [unwanted]
  const throttled = await throttledCreation(run)
  if (throttled) return [throttled]
  const email = emailIn(form)
  if (email !== '' && !isMailAddress(email)) return [apiMessage('invalidemailaddress')]
  if (form.has(TEMPORARY_PASSWORD_REQUEST) && email === '') return [apiMessage('noemailcreate')]
  if (form.has(PASSWORD_REQUEST)) {
    if (form.value('password') !== form.value('retype')) return [apiMessage('badretype')]
    return passwordObjections(name, [], form.value('password'))
  }
  return form.has(TEMPORARY_PASSWORD_REQUEST) ? [] : [apiMessage('authmanager-create-no-primary')]
}

const PERIODS: Readonly<Record<string, readonly [seconds: number, word: string]>> = {
  s: [1, 'second'],
  m: [60, 'minute'],
  h: [3600, 'hour'],
  d: [86_400, 'day'],
}

/** Enforces the limit on new accounts per IP address. */
async function throttledCreation({ wiki, caller }: ActionRun): Promise<ApiMessage | null> {
  const [, hits, unit] = /^(\d+)\/([smhd])/.exec(wiki.services.config.accountThrottle ?? '') ?? []
  if (hits === undefined || caller.can('noratelimit')) return null
  const [seconds, word] = PERIODS[unit!]!
  const request = { who: `wiki createaccount ${caller.ip}`, limit: Number(hits), periodMs: seconds * 1000 }
  const { isAdmitted } = await wiki.services.countRequest({ ...request, at: wiki.clock.now() })
  return isAdmitted ? null : apiMessage('acct_creation_throttle_hit', [Number(hits), `1 ${word}`])
}

const emailIn = (form: SubmittedForm): string => (form.has(USER_DATA_REQUEST) ? form.value('email') : '')

const isMailAddress = (text: string): boolean =>
  Buffer.byteLength(text) <= 255 && /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/u.test(text)

async function accountOf(run: ActionRun, form: SubmittedForm, name: string): Promise<Account | ApiMessage> {
  const { wiki, caller, now, language } = run
  const byMail = form.has(TEMPORARY_PASSWORD_REQUEST)
  const passwordHash = byMail ? null : await hashPassword(form.value('password'))
  const realName = form.has(USER_DATA_REQUEST) ? form.value('realname') : ''
  const order = {
    caller,
    now,
    name,
    passwordHash,
    email: emailIn(form),
    realName,
    reason: form.value('reason'),
    language,
  }
  try {
    return await wiki.store.transaction(tx => createAccount(tx, wiki, order))
  } catch (error) {
    if (!(error instanceof AccountError)) throw error
    // The name was taken in the meantime, or the translation platform does not accept it.
    if (error.problem === 'name-taken') return apiMessage('userexists')
    return apiMessage(error.problem === 'email' ? 'invalidemailaddress' : 'noname')
  }
}
