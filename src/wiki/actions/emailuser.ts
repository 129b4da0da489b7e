import { optionsOf } from '#accounts/options.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, string, text } from '../api/params/kinds.ts'
import { callerBlock } from '../content/caller-block.ts'
import { sendUserMail } from '../editing/user-mail.ts'
import { fail, messageParam } from '../messages/message.ts'
import { canonicalUserName } from '../site/user-names.ts'
import { mustNotBeTooFast } from './rate-limits.ts'

export const emailuser = actionModule({
  name: 'emailuser',
  prefix: '',
  classname: 'ApiEmailUser',
  summary: 'Send an email to a user who accepts email from other users.',
  helpUrls: [helpPage('Email')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      target: { words: 'Recipient.' },
      subject: { words: 'Subject line.' },
      text: { words: 'Body of the email.' },
      ccme: { words: 'Send a copy to the caller.' },
    },
  },
  result: { emailuser: { result: 'string' } },
  params: {
    target: string({ required: true }),
    subject: string({ required: true }),
    text: text({ required: true }),
    ccme: boolean(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { wiki, caller, now } = run
    const to = await recipient(run, a.target)
    const from = caller.account
    if (from === null || from.email === '' || from.emailConfirmedAt === null) fail('mailnologin')
    if (!caller.can('sendemail')) fail('apierror-permissiondenied', [messageParam('action-sendemail')])
    if ((await callerBlock(run.db, caller, now))?.noEmail) fail('blockedemailuser')
    await mustNotBeTooFast(run, 'emailuser')
    const mail = { from, to, subject: a.subject, text: a.text, copy: a.ccme }
    await wiki.store.transaction(tx => sendUserMail(tx, wiki, mail))
    return { emailuser: { result: 'Success' } }
  },
})

/** The recipient, who must have a confirmed address and accept email from the caller. */
async function recipient({ wiki, db, caller }: ActionRun, target: string) {
  const name = canonicalUserName(wiki.site, target)
  const account = name === null ? null : await wiki.services.accounts.byName(db, name)
  if (account === null) fail('apierror-notarget')
  if (account.email === '' || account.emailConfirmedAt === null) fail('noemail', [target])
  const options = await optionsOf(db, account.id)
  if (Number(options.get('disablemail') ?? 0)) fail('nowikiemailtext')
  if (options.get('email-allow-new-users') === '0' && !caller.can('autoconfirmed')) fail('nowikiemailtext')
  return account
}
