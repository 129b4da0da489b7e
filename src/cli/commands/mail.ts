import type { Command } from 'commander'
import type { Config } from '#core/config.ts'
import { withServices } from '#server/with-services.ts'
import { resolveOptions, type SiteOptions, settingOption, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

type MailOptions = SiteOptions & Partial<Record<Exclude<keyof Config, keyof SiteOptions>, string>>

export function mailCommand(program: Command): void {
  const mail = program.command('mail').description('try the mail server, look at the outbox')
  const test = siteOptions(
    mail.command('test').argument('<address>').description('send one mail and say what went wrong, if anything did'),
  )
  for (const key of ['mailUrl', 'mailFrom', 'siteUrl'] as const) settingOption(test, key)
  test.action(sendTest)
  siteOptions(
    mail.command('status').description('show how many mails wait, were sent and were given up, and why'),
  ).action(status)
}

async function sendTest(address: string, options: MailOptions): Promise<void> {
  const { mailUrl, mailFrom, siteUrl } = resolveOptions(options).config
  const [{ isAddress, parseMailbox }, { sendTestMail }, { EnvironmentError }] = await Promise.all([
    import('#events/mail/address.ts'),
    import('#events/mail/test-mail.ts'),
    import('#server/environment-error.ts'),
  ])
  if (mailUrl === null) throw new UsageError('No mail server is set. Give its address with --mail-url.')
  if (!isAddress(address)) throw new UsageError(`"${address}" is no mail address.`)
  const failed = await sendTestMail({ mailUrl, mailFrom, siteUrl }, address)
  if (failed !== null) throw new EnvironmentError(failed.sentence, { cause: failed.cause })
  const from = parseMailbox(mailFrom)!
  say(`The mail server took a mail from ${from.address} to ${address}. Whether it arrives, only ${address} can tell.`)
}

async function status(options: SiteOptions): Promise<void> {
  await withServices(resolveOptions(options).config, async ({ store, config }) => {
    const { outboxStatus } = await import('#events/mail/status.ts')
    const { waiting, sent, givenUp, reasons } = await outboxStatus(store.read)
    if (config.mailUrl === null) say('No mail server is set, so no mail is sent.')
    say(`${waiting} waiting, ${sent} sent within the last day, ${givenUp} given up within the last month.`)
    for (const { count, reason } of reasons) say(`  ${count}  ${reason}`)
  })
}
