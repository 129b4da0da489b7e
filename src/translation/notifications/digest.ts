import { randomUUID } from 'node:crypto'
import { type Account, isUsable } from '#accounts/account.ts'
import type { Services } from '#core/services.ts'
import { lastChange } from '#events/change-log.ts'
import { putMail } from '#events/mail/outbox.ts'
import { seconds } from '#store/clock.ts'
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
import { beginState, linkSecret, moveState, readState } from './state.ts'
import { KnownWords, type Words } from './words.ts'

const DAY = 86_400
/** A digest that is late still has everything; one that is weeks late, because mail was off, does not. */
const LATENESS = 7 * DAY

/** How far the last digest came, and of one under way how far it goes and when it began. */
interface DigestState {
  readonly after: number
  readonly until?: number
  readonly began?: number
}

const stateName = (period: Period): string => `digest ${period}`

/** What happened before mail was turned on is in no digest. */
export async function beginDigests({ store }: Services): Promise<void> {
  for (const period of Object.keys(DIGESTS) as Period[]) {
    if ((await readState(store.read, stateName(period))) !== null) continue
    const state: DigestState = { after: await lastChange(store.read) }
    await store.transaction(tx => beginState(tx, stateName(period), JSON.stringify(state)))
  }
}

/**
 * Writes one mail for each person whom this digest tells anything. It is written down first which part of the change log it
 * is about, and each mail has a key of its own, so a digest that breaks off is completed without anything coming twice.
 */
export async function writeDigests(services: Services, period: Period): Promise<void> {
  const { store, clock } = services
  const name = stateName(period)
  const known = await readState(store.read, name)
  if (known === null) return
  const stored = storedObject<DigestState>(known)
  // A place in the log that cannot be read is the end of it: nobody gets old news again.
  const before: DigestState = { ...stored, after: stored.after ?? (await lastChange(store.read)) }
  const until = before.until ?? (await lastChange(store.read))
  const began = before.began ?? seconds(clock)
  const under = JSON.stringify({ after: before.after, until, began } satisfies DigestState)
  if (known !== under && !(await store.transaction(tx => moveState(tx, name, known, under)))) return
  const { frequency, days } = DIGESTS[period]
  const since = began - days * DAY - LATENESS
  const window = { frequency, after: before.after, until, since }
  const found = await gather(store.read, window, began)
  for (const [account, news] of await gatherNews(services, window, began))
    found.set(account, [...(found.get(account) ?? []), ...news])
  const words = new KnownWords(store.read)
  const described = new DescribedChanges(store.read, services.config.siteUrl)
  for (const [accountId, tallies] of found) {
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
  await store.transaction(tx => moveState(tx, name, under, after))
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
    ...digestMail(t, DIGESTS[period].name, sections, settings),
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
