import { hashPassword } from '#accounts/passwords.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { string } from '../api/params/kinds.ts'
import { askedOf, authenticationRequests, PASSWORD_REQUEST } from '../content/authentication-requests.ts'
import { passwordObjections } from '../content/password-policy.ts'
import { ApiError, fail } from '../messages/message.ts'
import { submittedForm } from './submitted-form.ts'

export const changeauthenticationdata = actionModule({
  name: 'changeauthenticationdata',
  prefix: 'changeauth',
  classname: 'ApiChangeAuthenticationData',
  summary: "Change the current user's password.",
  helpUrls: [helpPage('Manage_authentication_data')],
  mustBePosted: true,
  write: true,
  dynamicParams: true,
  token: 'csrf',
  help: { params: { request: { words: 'Authentication request to change, by id.' } } },
  result: { changeauthenticationdata: { status: 'string' } },
  params: {
    request: string({ required: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { caller, wiki } = run
    const { account, session, scopes } = caller
    if (account === null) fail('apierror-mustbeloggedin-changeauthenticationdata')
    // Bot passwords and tokens have only some rights; they must not take over the account. MediaWiki allows this.
    if (session?.data.botPassword || scopes !== null) fail('apierror-permissiondenied-generic')
    const requests = authenticationRequests('change', askedOf(run))
    const form = submittedForm(run, 'changeauthenticationdata', requests, [a.request])
    if (!form.has(PASSWORD_REQUEST)) fail('apierror-changeauth-norequest')
    if (form.value('password') !== form.value('retype')) fail('badretype')
    const objections = passwordObjections(account.name, caller.groups, form.value('password'))
    if (objections.length > 0) throw new ApiError(objections)
    const hash = await hashPassword(form.value('password'))
    await wiki.store.transaction(tx => wiki.services.accounts.storePassword(tx, account, hash, { keep: session }))
    return { changeauthenticationdata: { status: 'success' } }
  },
})
