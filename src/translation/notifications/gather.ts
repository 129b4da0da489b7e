import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { byAction, NOTIFICATION_KINDS, type NotificationKind } from './kinds/index.ts'
import type { ChangeRow } from './kinds/kind.ts'
import { ACTIVITY, type Activity } from './kinds/summaries.ts'
import { entriesAfter, LoggedChanges } from './log-entries.ts'
import { Matching, type Recipient } from './matching.ts'
import { Tallies, type Tally } from './tally.ts'

/** Counters per translation id. */
export type TranslationNumbers = Map<number, Partial<Record<Activity | 'waiting', number>>>

export interface DigestTally extends Tally {
  readonly translations?: TranslationNumbers
}

/** The range of the change log that a digest covers. */
export interface Window {
  readonly frequency: number
  /** Entries after this sequence number … */
  readonly after: number
  /** … up to this one … */
  readonly until: number
  /** … and not older than this time, in seconds since 1970. */
  readonly since: number
}

const ACTIVITIES = Object.entries(ACTIVITY) as [Activity, readonly number[]][]
const TRANSLATIONS_AT_ONCE = 500

/** Collects everything for digests of one frequency in a single pass over the change log. */
export async function gather(db: Reader, window: Window, now: number): Promise<Map<number, DigestTally[]>> {
  const subscribed = await db
    .selectFrom('subscription')
    .select('notification')
    .distinct()
    .where('frequency', '=', window.frequency)
    .execute()
  const kinds = NOTIFICATION_KINDS.filter(kind => subscribed.some(row => row.notification === kind.name))
  if (kinds.length === 0) return new Map()
  const run = new Gathering(new Matching(db, now), window.frequency)
  await run.followLog(db, kinds, window)
  for (const kind of kinds) if (kind.waiting) await run.addPendingWork(db, kind, kind.waiting)
  return run.byAccount()
}

/** Collects the content of one digest. */
export class Gathering {
  readonly #matching: Matching
  readonly #frequency: number
  readonly #tallies = new Tallies()
  readonly #translations = new Map<Tally, TranslationNumbers>()

  constructor(matching: Matching, frequency: number) {
    this.#matching = matching
    this.#frequency = frequency
  }

  async followLog(db: Reader, kinds: readonly NotificationKind[], { after, until, since }: Window): Promise<void> {
    const kindsOf = byAction(kinds)
    if (kindsOf.size === 0) return
    const actions = [...kindsOf.keys()]
    for (let seq = after; seq < until; ) {
      const { entries, until: reached } = await entriesAfter(db, seq)
      if (reached === seq) return
      const logged = new LoggedChanges(db, entries)
      for (const entry of entries)
        if (entry.seq <= until && entry.at >= since)
          for await (const changes of logged.of(entry, actions))
            for (const change of changes) for (const kind of kindsOf.get(change.action)!) await this.add(kind, change)
      seq = reached
    }
  }

  async add(kind: NotificationKind, change: ChangeRow): Promise<void> {
    const recipients = await this.#matching.recipients(kind, change)
    for (const recipient of recipients) {
      if (recipient.subscription.frequency !== this.#frequency) continue
      if (kind.counted) await this.#count(kind, recipient, change)
      else this.#tallies.addChange(recipient.account, kind.name, recipient.subscription, change.id)
    }
  }

  /** Counts a change for its translation, or a source change for each translation in the recipient's languages. */
  async #count(kind: NotificationKind, recipient: Recipient, change: ChangeRow): Promise<void> {
    const { translation_id, component_id } = change
    if (translation_id === null || component_id === null) return
    const all = await this.#matching.translationsIn(component_id)
    const isSource = all.find(each => each.id === translation_id)?.is_source === 1
    const activity = ACTIVITIES.find(([, actions]) => actions.includes(change.action))![0]
    for (const { id, language_id } of isSource ? all : all.filter(each => each.id === translation_id)) {
      const speakers = await this.#matching.speakersOf(language_id)
      if (speakers.has(recipient.account)) this.#number(kind, recipient, id, activity, 1)
    }
  }

  #number(
    kind: NotificationKind,
    { account, subscription }: Recipient,
    translation: number,
    what: Activity | 'waiting',
    amount: number,
  ): void {
    const tally = this.#tallies.add(account, kind.name, subscription)
    const numbers = this.#translations.get(tally) ?? (new Map() as TranslationNumbers)
    this.#translations.set(tally, numbers)
    const current = numbers.get(translation)
    numbers.set(translation, { ...current, [what]: (current?.[what] ?? 0) + amount })
    tally.total = numbers.size
  }

  /** Adds translations with pending work, however old. */
  async addPendingWork(
    db: Reader,
    kind: NotificationKind,
    what: 'suggestions' | 'unfinished',
    languages: readonly number[] | null = null,
  ): Promise<void> {
    for (let last = 0; ; ) {
      let query = db
        .selectFrom('translation')
        .select(['id', 'project_id', 'component_id', 'language_id', 'suggestions', 'total', 'translated'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(TRANSLATIONS_AT_ONCE)
      query =
        what === 'suggestions'
          ? query.where('suggestions', '>', 0)
          : query.whereRef('total', '>', 'translated').where('is_source', '=', 0)
      if (languages !== null) query = query.where('language_id', 'in', [-1, ...languages])
      const rows = await query.execute()
      for (const row of rows) {
        const speakers = await this.#matching.speakersOf(row.language_id)
        if (speakers.size === 0) continue
        const count = what === 'suggestions' ? row.suggestions : row.total - row.translated
        for (const recipient of await this.#matching.subscribers(kind, row))
          if (recipient.subscription.frequency === this.#frequency && speakers.has(recipient.account))
            this.#number(kind, recipient, row.id, 'waiting', count)
      }
      if (rows.length < TRANSLATIONS_AT_ONCE) return
      last = rows.at(-1)!.id
      await breathe()
    }
  }

  /** Ordered by kind. */
  byAccount(): Map<number, DigestTally[]> {
    const order = NOTIFICATION_KINDS.map(kind => kind.name as string)
    const all = [...this.#tallies].map((tally): DigestTally => {
      const translations = this.#translations.get(tally)
      return { ...tally, ...(translations && { translations }) }
    })
    all.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    return Map.groupBy(all, tally => tally.account)
  }
}
