import { randomUUID } from 'node:crypto'
import type { InboxSource } from '#core/inbox-source.ts'
import { mailSite } from '#core/mail-site.ts'
import type { Services } from '#core/services.ts'
import { deliver } from '#events/inbox/deliver.ts'
import { buttonRow, mailHtml, row, titleRow } from '#events/mail/layout.ts'
import type { Message } from '#events/mail/message.ts'
import { putMail } from '#events/mail/outbox.ts'
import { seconds } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'
import { type Words, wordsFor } from '#translation/notifications/words.ts'
import { type OffReason, switchOff, type WebhookRow } from '#translation/webhooks/webhooks.ts'

/** The page of the webhooks of a project, or of the site. */
const pageOf = (slug: string | null): string =>
  slug === null ? '/admin/webhooks/' : `/manage/webhooks/${encodeURIComponent(slug)}/`

/** Switches a webhook off and notifies its owner. `also` runs in the same transaction. */
export async function endWebhook(
  services: Services,
  hook: WebhookRow,
  reason: OffReason,
  also: (tx: Writer) => Promise<void> = async () => {},
): Promise<void> {
  const { store, clock, jobs, config, log } = services
  const account = await services.accounts.byId(store.primary, hook.account_id)
  const t = await wordsFor(store.read, hook.account_id)
  const host = URL.canParse(hook.url) ? new URL(hook.url).host : ''
  const title = t('Webhook to {{host}} switched off', { host })
  const isOff = await store.transaction(async tx => {
    if (!(await switchOff(tx, hook, reason))) return false
    await also(tx)
    if (account === null) return true
    const event = `webhook/${hook.id}/${seconds(clock)}`
    const slug = await slugOf(tx, hook)
    if (config.mailUrl !== null && account.email !== '' && account.emailConfirmedAt !== null) {
      const name = account.realName || account.username
      const message = messageOf(services, t, title, reason, `${config.siteUrl}${pageOf(slug)}`)
      await putMail(tx, { clock, jobs }, { key: event, accountId: account.id, name, address: account.email, message })
    }
    await deliver(tx, clock, [
      {
        account: account.id,
        kind: 'alert',
        area: 'site',
        event,
        title,
        text: why(t, reason),
        project: hook.project_id,
      },
    ])
    return true
  })
  if (isOff) log('webhook.switched_off', { webhook: hook.id, reason })
}

async function slugOf(db: Writer, { project_id }: WebhookRow): Promise<string | null> {
  if (project_id === null) return null
  const project = await db.selectFrom('project').select('slug').where('id', '=', project_id).executeTakeFirst()
  return project?.slug ?? null
}

function why(t: Words, reason: OffReason): string {
  if (reason === 'failing') return t('It did not accept an event for about a day. You can switch it on again.')
  if (reason === 'gone') return t('Its server responded that it no longer exists (410 Gone).')
  return t('Your account may no longer manage it.')
}

function messageOf(services: Services, t: Words, subject: string, reason: OffReason, link: string): Message {
  const site = mailSite(services)
  const text = why(t, reason)
  const rows = [
    titleRow(subject, ''),
    row(text, 'padding:0 32px 16px;font-size:16px;line-height:24px;color:#1a1e25', 'ink'),
    buttonRow(site, t('View webhooks'), link),
  ]
  return {
    subject,
    text: `${[subject, text, link].join('\n\n')}\n`,
    html: mailHtml(t, site, text, rows, ''),
    messageId: `<${randomUUID()}@${new URL(services.config.siteUrl).hostname}>`,
  }
}

/** Inbox entries about webhooks: alerts of the site. */
export async function webhookAlerts(
  services: Services,
  ...[db, rows]: Parameters<InboxSource['show']>
): ReturnType<InboxSource['show']> {
  const projects = rows.flatMap(each => each.project_id ?? [])
  const slugs = await db
    .selectFrom('project')
    .select(['id', 'slug'])
    .where('id', 'in', [-1, ...projects])
    .execute()
  return rows.map(each => {
    const slug = slugs.find(project => project.id === each.project_id)?.slug ?? null
    return { row: each, actor: null, where: [mailSite(services).name], link: pageOf(slug), text: each.text }
  })
}
