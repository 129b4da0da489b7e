import { endLinks } from '#accounts/account-links.ts'
import { helpPage } from '../api/help-page.ts'
import { type ActionModule, actionModule } from '../api/module.ts'
import { string } from '../api/params/kinds.ts'
import { askedOf, authenticationRequests } from '../content/authentication-requests.ts'
import { fail } from '../messages/message.ts'

/** The two ways to give up a way to log in: what the wiki keeps itself, and accounts elsewhere. */
const giveUp = (name: string, step: 'remove' | 'unlink', summary: string): ActionModule =>
  actionModule({
    name,
    prefix: '',
    classname: 'ApiRemoveAuthenticationData',
    summary,
    helpUrls: [helpPage('Manage_authentication_data')],
    mustBePosted: true,
    write: true,
    token: 'csrf',
    help: { params: { request: { words: 'Which one, by its id.' } } },
    params: {
      request: string({ required: true }),
      token: string({ required: true, sensitive: true }),
    },

    async run(run, a) {
      const { account } = run.caller
      if (account === null) fail('apierror-mustbeloggedin-removeauth')
      if (!authenticationRequests(step, askedOf(run)).some(({ id }) => id === a.request))
        fail('apierror-changeauth-norequest')
      // What was sent by mail to choose a new password is good no more.
      await run.wiki.store.transaction(tx => endLinks(tx, account.id, 'reset'))
      run.result[name] = { status: 'success' }
    },
  })

export const removeauthenticationdata = giveUp(
  'removeauthenticationdata',
  'remove',
  'Gives up a way to log in: a new password that was sent by mail.',
)

export const unlinkaccount = giveUp('unlinkaccount', 'unlink', 'Gives up logging in with an account elsewhere.')
