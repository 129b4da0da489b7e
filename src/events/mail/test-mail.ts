import { randomUUID } from 'node:crypto'
import { escapeHtml } from '#html/html.ts'
import { parseMailbox } from './address.ts'
import { failureOf } from './failure.ts'
import { openTransport } from './transport.ts'

/** Sends one email immediately, bypassing the outbox. Returns the failure, or null on success. */
export async function sendTestMail(
  { mailUrl, mailFrom, siteUrl }: { mailUrl: string; mailFrom: string; siteUrl: string },
  address: string,
): Promise<{ readonly sentence: string; readonly cause: unknown } | null> {
  const from = parseMailbox(mailFrom)!
  const transport = openTransport(mailUrl, from)
  const text = `This is a test message. Email from ${siteUrl} is working.`
  const host = from.address.slice(from.address.lastIndexOf('@') + 1)
  const message = {
    subject: 'Test email from Parlance',
    text,
    html: `<p>${escapeHtml(text)}</p>`,
    messageId: `<${randomUUID()}@${host}>`,
  }
  try {
    await transport.send({ name: '', address }, message)
    return null
  } catch (cause) {
    return { sentence: failureOf(cause).sentence, cause }
  } finally {
    transport.close()
  }
}
