import { randomUUID } from 'node:crypto'
import { type Account, isUsable } from '#accounts/account.ts'
import type { Services } from '#accounts/services.ts'
import { lastChange } from '#events/change-log.ts'
import { putMail } from '#events/mail/outbox.ts'
import { seconds } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { describeChanges, mailDomain } from './describe.ts'
import { describeTranslations } from './describe-translations.ts'
import { type DigestTally, gather } from './gather.ts'
import { notificationHeaders } from './instant.ts'
import { type DigestSection, digestMail } from './mails/digest-mail.ts'
import { type Muting, muteAddress, SETTINGS_PATH } from './mute-link.ts'
import { reasonOf } from './reasons.ts'
import { DIGESTS, type Period } from './schedule.ts'
import { beginState, linkSecret, moveState, readState } from './state.ts'
import { type Words, wordsFor } from './words.ts'

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
  const before = JSON.parse(known) as DigestState
  const until = before.until ?? (await lastChange(store.read))
  const began = before.began ?? seconds(clock)
  const under = JSON.stringify({ after: before.after, until, began } satisfies DigestState)
  if (known !== under && !(await store.transaction(tx => moveState(tx, name, known, under)))) return
  const { frequency, days } = DIGESTS[period]
  const since = began - days * DAY - LATENESS
  const found = await gather(store.read, { frequency, after: before.after, until, since }, began)
  for (const [accountId, tallies] of found) {
    await breathe()
    const account = await services.accounts.byId(store.read, accountId)
    if (account === null || !isUsable(account, began) || account.email === '') continue
    await writeDigest(services, period, account, tallies, `digest-${period}-${began}-${accountId}`)
  }
  const after = JSON.stringify({ after: until } satisfies DigestState)
  await store.transaction(tx => moveState(tx, name, under, after))
}

async function writeDigest(
  services: Services,
  period: Period,
  account: Account,
  tallies: readonly DigestTally[],
  key: string,
): Promise<void> {
  const { store, config, clock, jobs } = services
  const secret = await linkSecret(store)
  const mute = (subscriptions: readonly number[]): string =>
    muteAddress(config.siteUrl, secret, { account: account.id, subscriptions } satisfies Muting)
  const t = await wordsFor(store.read, account.id)
  const sections: DigestSection[] = []
  for (const tally of tallies) {
    const section = await sectionOf(store.read, t, account, tally, config.siteUrl)
    if (section) sections.push({ ...section, mute: mute([...tally.subscriptions.keys()]) })
  }
  if (sections.length === 0) return
  const settings = `${config.siteUrl}${SETTINGS_PATH}`
  const all = mute([...new Set(tallies.flatMap(tally => [...tally.subscriptions.keys()]))])
  const message = {
    ...digestMail(t, DIGESTS[period].name, sections, settings),
    messageId: `<${randomUUID()}@${mailDomain(config.siteUrl)}>`,
    headers: notificationHeaders(sections.map(section => section.kind).join(', '), account, all),
  }
  const name = account.realName || account.username
  await store.transaction(tx =>
    putMail(tx, { clock, jobs }, { key, accountId: account.id, name, address: account.email, message }),
  )
}

async function sectionOf(
  db: Reader,
  t: Words,
  account: Account,
  tally: DigestTally,
  site: string,
): Promise<Omit<DigestSection, 'mute'> | null> {
  const changes = await describeChanges(db, tally.changes, account, site)
  const listed = tally.translations && (await describeTranslations(db, t, tally.translations, account, site))
  const translations = listed?.lines ?? []
  if (changes.length + translations.length === 0) return null
  const hidden = tally.changes.length - changes.length + (listed?.hidden ?? 0)
  const reasons = await Promise.all([...tally.subscriptions.values()].map(row => reasonOf(db, t, row)))
  const total = tally.total - hidden
  return { kind: tally.kind, changes, translations, total, reason: reasons.join(', ') }
}
