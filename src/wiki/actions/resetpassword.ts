import { PASSWORD_RESET_JOB } from '#accounts/account-mail.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { string, user } from '../api/params/kinds.ts'
import { callerBlock } from '../content/caller-block.ts'
import { fail } from '../messages/message.ts'
import { mustNotBeTooFast } from './rate-limits.ts'

export const resetpassword = actionModule({
  name: 'resetpassword',
  prefix: '',
  classname: 'ApiResetPassword',
  summary: 'Email a password reset link to a user.',
  helpUrls: [helpPage('Manage_authentication_data')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      user: { words: 'User whose password to reset.' },
      email: { words: 'Email address of the user. If a username is given too, both must match.' },
    },
  },
  result: { resetpassword: { status: 'string' } },
  params: {
    user: user({ subtypes: ['name'] }),
    email: string(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { wiki, caller, now, language } = run
    const { jobs, config } = wiki.services
    const block = await callerBlock(run.db, caller, now)
    if (block?.noCreate) fail('blocked-mailpassword')
    const { user: name = '', email = '' } = a
    if (name === '' && email === '') fail('passwordreset-nodata')
    await mustNotBeTooFast(run, 'mailpassword')
    // A background job looks the account up, so the response reveals nothing about it.
    const payload = { who: name === '' ? email : name, ...(name !== '' && email !== '' && { email }), language }
    if (config.mailUrl !== null && payload.who.length <= LONGEST_WHO)
      await wiki.store.transaction(tx => jobs.enqueue(tx, { kind: PASSWORD_RESET_JOB, payload }))
    return { resetpassword: { status: 'success' } }
  },
})

const LONGEST_WHO = 300
