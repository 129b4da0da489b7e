import { randomUUID } from 'node:crypto'
import { deviceName } from '#accounts/device-name.ts'
import { findSignIn, NEW_DEVICE_JOB, type SignIn } from '#accounts/sign-ins.ts'
import type { InboxSource } from '#core/inbox-source.ts'
import { mailSite } from '#core/mail-site.ts'
import type { Services } from '#core/services.ts'
import type { InboxRow } from '#events/inbox/entries.ts'
import { buttonRow, mailHtml, row, textsRow, titleRow } from '#events/mail/layout.ts'
import type { Message } from '#events/mail/message.ts'
import { putMail } from '#events/mail/outbox.ts'
import { type Words, wordsFor } from '#translation/notifications/words.ts'
import { webhookAlerts } from '../webhooks/switch-off.ts'
import { SIGN_INS } from './sign-ins.ts'

/** Emails about logins with new devices. Like other emails about the account's security, they cannot be turned off. */
export function handleNewDevices(services: Services): void {
  services.jobs.handle(NEW_DEVICE_JOB, async ({ payload }) => {
    const { store, accounts, clock, jobs, config } = services
    const signIn = await findSignIn(store.read, Number(payload.signIn))
    const account = signIn && (await accounts.byId(store.read, signIn.accountId))
    if (!signIn || !account || config.mailUrl === null) return
    if (account.email === '' || account.emailConfirmedAt === null) return
    const t = await wordsFor(store.read, account.id)
    const message = messageOf(services, t, signIn, account.name)
    const name = account.realName || account.username
    const mail = { key: `new-device-${signIn.id}`, accountId: account.id, name, address: account.email, message }
    await store.transaction(tx => putMail(tx, { clock, jobs }, mail))
  })
}

function messageOf(services: Services, t: Words, signIn: SignIn, name: string): Message {
  const site = mailSite(services)
  const { browser, system } = deviceName(signIn.device)
  const device = [browser, system].filter(each => each !== '').join(' · ') || t('Unknown device')
  const subject = t('New login to your account')
  const intro = t('Someone logged in to your account {{name}} with a device that you haven’t used before.', { name })
  const advice = t(
    'If this was you, you can ignore this email. If not, change your password and end the other sessions.',
  )
  const facts = [
    { name: t('Device'), text: device },
    { name: t('Address'), text: signIn.address },
    { name: t('Time'), text: t.moment(signIn.at * 1_000_000) },
  ]
  const link = `${services.config.siteUrl}${SIGN_INS}`
  const lines = [intro, facts.map(each => `${each.name}: ${each.text}`).join('\n'), advice, link]
  const rows = [
    titleRow(subject, ''),
    row(intro, 'padding:0 32px 16px;font-size:16px;line-height:24px;color:#1a1e25', 'ink'),
    textsRow(facts),
    buttonRow(site, t('Review your logins'), link),
  ]
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: mailHtml(t, site, intro, rows, advice),
    messageId: `<${randomUUID()}@${new URL(services.config.siteUrl).hostname}>`,
  }
}

const isAlert = ({ kind }: InboxRow): boolean => kind === 'alert'

/** Entries of the inbox about the site itself: logins, and webhooks that were switched off. They are written directly. */
export const signInInbox = (services: Services): InboxSource => ({
  area: 'site',
  entriesOf: async () => [],
  show: async (db, rows, caller) => {
    const [alerts, logins] = [rows.filter(isAlert), rows.filter(each => !isAlert(each))]
    const where = [mailSite(services).name]
    return [
      ...(await webhookAlerts(services, db, alerts, caller)),
      ...logins.map(each => ({ row: each, actor: null, where, link: SIGN_INS, text: each.text })),
    ]
  },
})
