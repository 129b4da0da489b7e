import type { Command } from 'commander'
import type { Config } from '#core/config.ts'
import { withServices } from '#server/with-services.ts'
import { resolveOptions, type SiteOptions, settingOption, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

type MailOptions = SiteOptions & Partial<Record<Exclude<keyof Config, keyof SiteOptions>, string>>

export function mailCommand(program: Command): void {
  const mail = program.command('mail').description('test the email server and show the outbox')
  const test = siteOptions(
    mail.command('test').argument('<address>').description('send a test email and report any problem'),
  )
  for (const key of ['mailUrl', 'mailFrom', 'siteUrl'] as const) settingOption(test, key)
  test.action(sendTest)
  siteOptions(mail.command('status').description('show how many emails are waiting, sent and failed, and why')).action(
    status,
  )
}

async function sendTest(address: string, options: MailOptions): Promise<void> {
  const { mailUrl, mailFrom, siteUrl } = resolveOptions(options).config
  const [{ isAddress, parseMailbox }, { sendTestMail }, { EnvironmentError }] = await Promise.all([
    import('#events/mail/address.ts'),
    import('#events/mail/test-mail.ts'),
    import('#server/environment-error.ts'),
  ])
  if (mailUrl === null) throw new UsageError('No email server is configured. Set its address with --mail-url.')
  if (!isAddress(address)) throw new UsageError(`"${address}" is not an email address.`)
  const failure = await sendTestMail({ mailUrl, mailFrom, siteUrl }, address)
  if (failure !== null) throw new EnvironmentError(failure.sentence, { cause: failure.cause })
  const from = parseMailbox(mailFrom)!
  say(`The email server accepted a message from ${from.address} to ${address}. Check the inbox to see if it arrived.`)
}

async function status(options: SiteOptions): Promise<void> {
  await withServices(resolveOptions(options).config, async ({ store, config }) => {
    const { outboxStatus } = await import('#events/mail/status.ts')
    const { waiting, sent, givenUp, reasons } = await outboxStatus(store.read)
    if (config.mailUrl === null) say('No email server is configured, so no email is sent.')
    say(`${waiting} waiting, ${sent} sent in the last day, ${givenUp} failed in the last month.`)
    for (const { count, reason } of reasons) say(`  ${count}  ${reason}`)
  })
}
