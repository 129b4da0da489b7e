import { endLinks } from '#accounts/account-links.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { string } from '../api/params/kinds.ts'
import { askedOf, authenticationRequests } from '../content/authentication-requests.ts'
import { fail } from '../messages/message.ts'

/** Declaration of the actions that remove a credential. */
const REMOVAL = {
  prefix: '',
  classname: 'ApiRemoveAuthenticationData',
  helpUrls: [helpPage('Manage_authentication_data')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: { params: { request: { words: 'Authentication request to remove, by id.' } } },
  params: {
    request: string({ required: true }),
    token: string({ required: true, sensitive: true }),
  },
} as const

export const removeauthenticationdata = actionModule({
  ...REMOVAL,
  name: 'removeauthenticationdata',
  summary: 'Remove a temporary password that was sent by email.',
  result: { removeauthenticationdata: { status: 'string' } },

  async run(run, a) {
    await removeCredential(run, 'remove', a.request)
    return { removeauthenticationdata: { status: 'success' } }
  },
})

export const unlinkaccount = actionModule({
  ...REMOVAL,
  name: 'unlinkaccount',
  summary: 'Unlink an account of a third-party service.',
  result: { unlinkaccount: { status: 'string' } },

  async run(run, a) {
    await removeCredential(run, 'unlink', a.request)
    return { unlinkaccount: { status: 'success' } }
  },
})

/** Removes a credential: one stored on this wiki, or a linked third-party account. */
async function removeCredential(run: ActionRun, step: 'remove' | 'unlink', request: string): Promise<void> {
  const { account } = run.caller
  if (account === null) fail('apierror-mustbeloggedin-removeauth')
  if (!authenticationRequests(step, askedOf(run)).some(({ id }) => id === request))
    fail('apierror-changeauth-norequest')
  // Invalidates password reset links that were already sent.
  await run.wiki.store.transaction(tx => endLinks(tx, account.id, 'reset'))
}
