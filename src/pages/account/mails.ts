import { randomUUID } from 'node:crypto'
import type { Account } from '#accounts/account.ts'
import { makeLink } from '#accounts/account-links.ts'
import { mailSite } from '#core/mail-site.ts'
import type { Services } from '#core/services.ts'
import { addressText, buttonRow, mailHtml, quietRow, siteLink, textRow, titleRow } from '#events/mail/layout.ts'
import { putMail } from '#events/mail/outbox.ts'
import { html } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'
import type { TextKey } from '#html/texts/index.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import type { Writer } from '#store/store.ts'

interface Letter {
  readonly to: string
  readonly name: string
  readonly accountId: number | null
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Target of the button. */
  readonly link?: { readonly text: string; readonly address: string }
}

/** A short account email. Contains nothing that its recipient must not see. */
async function putLetter(tx: Writer, services: Services, t: Translator, letter: Letter): Promise<void> {
  const { clock, jobs, config } = services
  await services.face.freshen()
  const site = mailSite(services)
  const { subject, paragraphs, link } = letter
  const text = [...paragraphs.slice(0, 1), ...(link ? [link.address] : []), ...paragraphs.slice(1)].join('\n\n')
  const [first, ...others] = paragraphs
  const rows = [
    titleRow(subject, ''),
    textRow(first!),
    ...(link ? [buttonRow(site, link.text, link.address), quietRow(addressText(link.address))] : []),
    ...others.map(quietRow),
  ]
  const language = { language: bcp47(t.language), direction: direction(t.language) }
  const body = mailHtml(language, site, first!, rows, html`<bdi>${site.name}</bdi> · ${siteLink(site)}`)
  const messageId = `<${randomUUID()}@${new URL(config.siteUrl).hostname}>`
  const message = { subject, text: `${text}\n`, html: body, messageId }
  const { accountId, name, to: address } = letter
  await putMail(tx, { clock, jobs }, { key: `account-${randomUUID()}`, accountId, name, address, message })
}

const shownName = (account: Account): string => account.realName || account.username

const linkTo = ({ config }: Services, path: string, secret: string): string => `${config.siteUrl}${path}?key=${secret}`

/** Asks to confirm an address. Until then, the account does not use it. */
export async function askToConfirm(
  tx: Writer,
  services: Services,
  t: Translator,
  account: Account,
  address: string,
): Promise<void> {
  const secret = await makeLink(tx, services.clock, { purpose: 'confirm', accountId: account.id, address })
  await putLetter(tx, services, t, {
    to: address,
    name: shownName(account),
    accountId: account.id,
    subject: t('account.mail_confirm_subject'),
    paragraphs: paragraphsOf(
      t,
      ['account.mail_confirm', 'account.mail_confirm_time', 'account.mail_not_you'],
      account,
      services,
    ),
    link: { text: t('account.mail_confirm_button'), address: linkTo(services, '/accounts/confirm/', secret) },
  })
}

export async function sendReset(tx: Writer, services: Services, t: Translator, account: Account): Promise<void> {
  const { id: accountId, email: address } = account
  const secret = await makeLink(tx, services.clock, { purpose: 'reset', accountId, address })
  await putLetter(tx, services, t, {
    to: address,
    name: shownName(account),
    accountId,
    subject: t('account.mail_reset_subject'),
    paragraphs: paragraphsOf(
      t,
      ['account.mail_reset', 'account.mail_reset_time', 'account.mail_not_you'],
      account,
      services,
    ),
    link: { text: t('account.mail_reset_button'), address: linkTo(services, '/accounts/reset-password/', secret) },
  })
}

/** Notifies the old address of a change, in case the account was taken over. */
export async function notifyOfNewAddress(
  tx: Writer,
  services: Services,
  t: Translator,
  account: Account,
  address: string,
): Promise<void> {
  if (account.email === '' || account.emailConfirmedAt === null || services.config.mailUrl === null) return
  await putLetter(tx, services, t, {
    to: account.email,
    name: shownName(account),
    accountId: account.id,
    subject: t('account.mail_moved_subject'),
    paragraphs: [t('account.mail_moved', { name: account.username, address, site: services.config.siteUrl })],
  })
}

/** Sends an invitation. Without an email server, the inviter passes on the link. */
export async function invite(
  tx: Writer,
  services: Services,
  t: Translator,
  by: Account,
  { address, team, project }: { address: string; team: number | null; project: string | null },
): Promise<string> {
  const isMailed = services.config.mailUrl !== null && address !== ''
  const data = { team, mailed: isMailed }
  const secret = await makeLink(tx, services.clock, { purpose: 'invitation', address, madeBy: by.id, data })
  const link = linkTo(services, '/accounts/invitation/', secret)
  if (isMailed) {
    const values = { who: shownName(by), site: services.config.siteUrl, project: project ?? '' }
    await putLetter(tx, services, t, {
      to: address,
      name: '',
      accountId: null,
      subject: t('account.mail_invitation_subject', values),
      paragraphs: [
        t(project === null ? 'account.mail_invitation' : 'account.mail_invitation_project', values),
        t('account.mail_invitation_time'),
      ],
      link: { text: t('account.mail_invitation_button'), address: link },
    })
  }
  return link
}

const paragraphsOf = (t: Translator, keys: readonly TextKey[], { username }: Account, { config }: Services): string[] =>
  keys.map(key => t(key, { name: username, site: config.siteUrl }))
