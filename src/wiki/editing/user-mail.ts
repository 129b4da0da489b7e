import { randomUUID } from 'node:crypto'
import type { Account } from '#accounts/account.ts'
import { mailSite } from '#core/mail-site.ts'
import { mailHtml, quoteRow, titleRow } from '#events/mail/layout.ts'
import { oneLine, plainText } from '#events/mail/message.ts'
import { putMail } from '#events/mail/outbox.ts'
import type { Writer } from '#store/store.ts'
import type { Wiki } from '../wiki.ts'

interface UserMail {
  readonly from: Account
  readonly to: Account
  readonly subject: string
  readonly text: string
  /** Whether to send the sender a copy. */
  readonly copy: boolean
}

const LONGEST_TEXT = 200_000

/**
 * Queues an email from one user to another. As in MediaWiki, it comes from the site with the sender as reply-to
 * address, so the recipient learns that address.
 */
export async function sendUserMail(tx: Writer, wiki: Wiki, { from, to, subject, text, copy }: UserMail): Promise<void> {
  await wiki.services.face.freshen()
  const site = wiki.site.name
  const footer = `${from.name} sent this email to ${to.name} through ${site}. If you reply, ${from.name} will see your email address.`
  await put(tx, wiki, to, from, { subject, text, footer })
  if (!copy || from.id === to.id) return
  const ofCopy = { subject: `Copy of your message to ${to.name}: ${subject}`, text, footer }
  await put(tx, wiki, from, from, ofCopy)
}

interface Letter {
  readonly subject: string
  readonly text: string
  readonly footer: string
}

async function put(tx: Writer, wiki: Wiki, to: Account, from: Account, letter: Letter): Promise<void> {
  const { clock, jobs, config } = wiki.services
  const body = plainText(letter.text, LONGEST_TEXT)
  const subject = oneLine(letter.subject)
  const language = { language: 'en', direction: 'ltr' }
  const site = { ...mailSite(wiki.services), name: wiki.site.name }
  const html = mailHtml(language, site, body, [titleRow(subject, ''), quoteRow(language, site, body)], letter.footer)
  const messageId = `<${randomUUID()}@${new URL(config.siteUrl).hostname}>`
  const message = {
    subject,
    text: `${body}\n\n-- \n${letter.footer}\n`,
    html,
    messageId,
    fromName: oneLine(from.name),
    headers: { 'Reply-To': from.email },
  }
  const key = `user-mail-${randomUUID()}`
  await putMail(tx, { clock, jobs }, { key, accountId: to.id, name: to.name, address: to.email, message })
}
