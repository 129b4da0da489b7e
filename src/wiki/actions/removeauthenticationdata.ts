import { endLinks } from '#accounts/account-links.ts'
import { helpPage } from '../api/help-page.ts'
import { type ActionModule, actionModule } from '../api/module.ts'
import { string } from '../api/params/kinds.ts'
import { askedOf, authenticationRequests } from '../content/authentication-requests.ts'
import { fail } from '../messages/message.ts'

/** Removes a credential: one stored on this wiki, or a linked third-party account. */
const removal = (name: string, step: 'remove' | 'unlink', summary: string): ActionModule =>
  actionModule({
    name,
    prefix: '',
    classname: 'ApiRemoveAuthenticationData',
    summary,
    helpUrls: [helpPage('Manage_authentication_data')],
    mustBePosted: true,
    write: true,
    token: 'csrf',
    help: { params: { request: { words: 'Authentication request to remove, by id.' } } },
    params: {
      request: string({ required: true }),
      token: string({ required: true, sensitive: true }),
    },

    async run(run, a) {
      const { account } = run.caller
      if (account === null) fail('apierror-mustbeloggedin-removeauth')
      if (!authenticationRequests(step, askedOf(run)).some(({ id }) => id === a.request))
        fail('apierror-changeauth-norequest')
      // Invalidates password reset links that were already sent.
      await run.wiki.store.transaction(tx => endLinks(tx, account.id, 'reset'))
      run.result[name] = { status: 'success' }
    },
  })

export const removeauthenticationdata = removal(
  'removeauthenticationdata',
  'remove',
  'Remove a temporary password that was sent by email.',
)

export const unlinkaccount = removal('unlinkaccount', 'unlink', 'Unlink an account of a third-party service.')
