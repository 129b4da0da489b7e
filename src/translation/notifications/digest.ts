import { randomUUID } from 'node:crypto'
import { type Account, isUsable } from '#accounts/account.ts'
import { mailSite } from '#core/mail-site.ts'
import { skipDeleted } from '#core/missed-changes.ts'
import type { Services } from '#core/services.ts'
import { putMail } from '#events/mail/outbox.ts'
import { beginState, linkSecret, moveState, readState } from '#events/mail/state.ts'
import { seconds } from '#store/clock.ts'
import { lastChange } from '#store/log-order.ts'
import { storedObject } from '#store/stored-json.ts'
import { breathe } from '#store/turn.ts'
import { DescribedChanges, mailDomain } from './describe.ts'
import { describeTranslations } from './describe-translations.ts'
import { type DigestTally, gather } from './gather.ts'
import { notificationHeaders } from './instant.ts'
import { KIND_LABELS } from './kinds/index.ts'
import { type DigestSection, digestMail } from './mails/digest-mail.ts'
import { type Muting, muteAddress, SETTINGS_PATH } from './mute-link.ts'
import { gatherNews, newsNamed, newsReason } from './news.ts'
import { reasonOf } from './reasons.ts'
import { DIGESTS, type Period } from './schedule.ts'
import { type Words, WordsCache } from './words.ts'

const DAY = 86_400
/** How late a digest may be and still cover everything; beyond that, because email was off, older changes are skipped. */
const LATENESS = 7 * DAY

/** Where the last digest ended and, while one is running, where it will end and when it started. */
interface DigestState {
  readonly after: number
  readonly until?: number
  readonly began?: number
}

const stateName = (period: Period): string => `digest ${period}`

/** Starts at the current end of the change log, so changes from before email was enabled are skipped. */
export async function beginDigests({ store }: Services): Promise<void> {
  for (const period of Object.keys(DIGESTS) as Period[]) {
    if ((await readState(store.read, stateName(period))) !== null) continue
    const state: DigestState = { after: await lastChange(store.read) }
    await store.transaction(tx => beginState(tx, stateName(period), JSON.stringify(state)))
  }
}

/**
 * Writes one digest email per recipient. The range of the change log is saved first and each email has its own key, so an
 * interrupted digest resumes without sending anything twice.
 */
export async function writeDigests(services: Services, period: Period): Promise<void> {
  const { store, clock } = services
  const name = stateName(period)
  const saved = await readState(store.read, name)
  if (saved === null) return
  const stored = storedObject<DigestState>(saved)
  // With an unreadable position, start at the end of the log rather than send old news again.
  const before: DigestState = { ...stored, after: stored.after ?? (await lastChange(store.read)) }
  const until = before.until ?? (await lastChange(store.read))
  const began = before.began ?? seconds(clock)
  const running = JSON.stringify({ after: before.after, until, began } satisfies DigestState)
  if (saved !== running && !(await store.transaction(tx => moveState(tx, name, saved, running)))) return
  const { frequency, days } = DIGESTS[period]
  const since = began - days * DAY - LATENESS
  const window = { frequency, after: before.after, until, since }
  const byAccount = await gather(store.read, window, began)
  for (const [account, news] of await gatherNews(services, window, began))
    byAccount.set(account, [...(byAccount.get(account) ?? []), ...news])
  await skipDeleted(services, stateName(period), before.after)
  await services.face.reload()
  const words = new WordsCache(store.read)
  const described = new DescribedChanges(store.read, services.config.siteUrl)
  for (const [accountId, tallies] of byAccount) {
    await breathe()
    const account = await services.accounts.byId(store.read, accountId)
    if (account === null || !isUsable(account, began) || account.email === '') continue
    await writeDigest(
      services,
      described,
      (await words.of([accountId])).get(accountId)!,
      period,
      account,
      tallies,
      `digest-${period}-${began}-${accountId}`,
    )
  }
  const after = JSON.stringify({ after: until } satisfies DigestState)
  await store.transaction(tx => moveState(tx, name, running, after))
}

async function writeDigest(
  services: Services,
  described: DescribedChanges,
  t: Words,
  period: Period,
  account: Account,
  tallies: readonly DigestTally[],
  key: string,
): Promise<void> {
  const { store, config, clock, jobs } = services
  const secret = await linkSecret(store)
  const mute = (some: readonly DigestTally[]): string => {
    const subscriptions = [...new Set(some.flatMap(tally => [...tally.subscriptions.keys()]))]
    const kinds = some.filter(tally => newsNamed(services, tally.kind) !== null).map(tally => tally.kind)
    return muteAddress(config.siteUrl, secret, { account: account.id, subscriptions, kinds } satisfies Muting)
  }
  const sections: DigestSection[] = []
  for (const tally of tallies) {
    const section = await sectionOf(services, described, t, account, tally)
    if (section) sections.push({ ...section, mute: mute([tally]) })
  }
  if (sections.length === 0) return
  const settings = `${config.siteUrl}${SETTINGS_PATH}`
  const message = {
    ...digestMail(t, DIGESTS[period].name, sections, settings, mailSite(services)),
    messageId: `<${randomUUID()}@${mailDomain(config.siteUrl)}>`,
    headers: notificationHeaders(sections.map(section => section.kind).join(', '), account, mute(tallies)),
  }
  const name = account.realName || account.username
  await store.transaction(tx =>
    putMail(tx, { clock, jobs }, { key, accountId: account.id, name, address: account.email, message }),
  )
}

async function sectionOf(
  services: Services,
  described: DescribedChanges,
  t: Words,
  account: Account,
  tally: DigestTally,
): Promise<Omit<DigestSection, 'mute'> | null> {
  const db = services.store.read
  const site = services.config.siteUrl
  const { kind } = tally
  const news = newsNamed(services, kind)
  if (news !== null) {
    const changes = await news.source.describe(db, kind, tally.changes, account)
    const total = tally.total - (tally.changes.length - changes.length)
    const { label } = news.kind
    return changes.length === 0 ? null : { kind, label, changes, translations: [], total, reason: newsReason(t, news) }
  }
  const changes = await described.of(tally.changes, account)
  const listed = tally.translations && (await describeTranslations(db, t, tally.translations, account, site))
  const translations = listed?.lines ?? []
  if (changes.length + translations.length === 0) return null
  const hidden = tally.changes.length - changes.length + (listed?.hidden ?? 0)
  const reasons = await Promise.all([...tally.subscriptions.values()].map(row => reasonOf(db, t, row)))
  const total = tally.total - hidden
  const label = KIND_LABELS.get(kind) ?? kind
  return { kind, label, changes, translations, total, reason: reasons.join(', ') }
}
