import type { Account } from '#accounts/account.ts'
import { mailSite } from '#core/mail-site.ts'
import type { Services } from '#core/services.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { DescribedChanges } from './describe.ts'
import { describeTranslations } from './describe-translations.ts'
import { hypotheticalSubscriptions } from './find-subscriptions.ts'
import { addInstantRecipients } from './follow.ts'
import { type DigestTally, Gathering } from './gather.ts'
import { byAction, KIND_LABELS, NOTIFICATION_KINDS } from './kinds/index.ts'
import { type DigestSection, digestMail } from './mails/digest-mail.ts'
import { instantMail } from './mails/instant-mail.ts'
import { Matching } from './matching.ts'
import { newsNamed } from './news.ts'
import { type PastChanges, pastChanges } from './past-changes.ts'
import { type PastNotice, pastNotices } from './past-news.ts'
import { DIGESTS, digestRuns, type Period } from './schedule.ts'
import { foldedMails, type PreviewNotice } from './spread.ts'
import type { Subscription } from './subscriptions.ts'
import { MOST_LISTED, Tallies, type Tally } from './tally.ts'
import { wordsFor } from './words.ts'

const WEEK = 7 * 86_400
const ALL_KINDS = byAction(NOTIFICATION_KINDS)
const ACTIONS = [...ALL_KINDS.keys()]
const PERIODS = Object.keys(DIGESTS) as Period[]

/** An email that an account would have received. */
export interface PreviewMail {
  /** Seconds since 1970. */
  readonly at: number
  readonly how: 'instant' | Period
  readonly tallies: readonly (Tally | DigestTally)[]
}

export interface Preview {
  readonly mails: readonly PreviewMail[]
  /** False when the scan stopped at a limit: then the number of emails is a lower bound. */
  readonly isComplete: boolean
}

/**
 * The emails one account would have received in the last seven days, for each set of subscriptions. Uses the same rules,
 * limits and change log as the real emails.
 */
export async function previewMails(
  services: Services,
  db: Reader,
  now: number,
  account: Account,
  choices: readonly (readonly Subscription[])[],
): Promise<Preview[]> {
  const since = Math.min(...choices.map(rows => earliest(rows, now)))
  const past = await pastChanges(db, since, ACTIONS)
  // Wiki emails have their own settings, so they are the same for every choice.
  const news = await pastNotices(services, db, account, frequencies => earliest(frequencies, now))
  const watched = await watchedBy(db, account.id)
  const languages = await languagesOf(db, account.id)
  const previews: Preview[] = []
  for (const rows of choices) {
    const person = new PreviewRecipient(db, now, account.id, rows, watched, languages, news.notices)
    previews.push({ mails: await person.mails(past), isComplete: past.isComplete && news.isComplete })
    await breathe()
  }
  return previews
}

/** How far back to look: a digest sent this week covers changes from before it. */
function earliest(rows: readonly Pick<Subscription, 'frequency'>[], now: number): number {
  const used = PERIODS.filter(period => rows.some(row => row.frequency === DIGESTS[period].frequency))
  return Math.min(now - WEEK, ...used.flatMap(period => digestRuns(period, now - WEEK, now).map(run => run.from)))
}

/** One account with one set of subscriptions. */
class PreviewRecipient {
  readonly #db: Reader
  readonly #now: number
  readonly #account: number
  readonly #rows: readonly Subscription[]
  readonly #matching: Matching
  readonly #languages: readonly number[]
  readonly #news: readonly PastNotice[]

  constructor(
    db: Reader,
    now: number,
    account: number,
    rows: readonly Subscription[],
    watched: ReadonlySet<number>,
    languages: readonly number[],
    news: readonly PastNotice[],
  ) {
    this.#db = db
    this.#now = now
    this.#account = account
    this.#rows = rows
    this.#matching = new Matching(db, now, hypotheticalSubscriptions(account, rows, watched, languages))
    this.#languages = languages
    this.#news = news
  }

  async mails(past: PastChanges): Promise<PreviewMail[]> {
    const mails = [...(await this.#instant(past))]
    for (const period of PERIODS)
      if (this.#uses(DIGESTS[period].frequency))
        for (const { from, at } of digestRuns(period, this.#now - WEEK, this.#now)) {
          const tallies = await this.#digest(past, period, from, at)
          if (tallies.length > 0) mails.push({ at, how: period, tallies })
        }
    return mails.sort((a, b) => a.at - b.at)
  }

  #uses(frequency: number): boolean {
    return [...this.#rows, ...this.#news].some(each => each.frequency === frequency)
  }

  async #instant(past: PastChanges): Promise<PreviewMail[]> {
    if (!this.#uses(1)) return []
    const notices: PreviewNotice[] = []
    for (const { entry, changes } of past.entries) {
      if (entry.at <= this.#now - WEEK) continue
      const tallies = new Tallies()
      await addInstantRecipients(this.#matching, tallies, changes)
      for (const tally of tallies) notices.push({ at: entry.at, tally })
    }
    for (const { at, frequency, kind, item } of this.#news)
      if (frequency === 1 && at > this.#now - WEEK) notices.push({ at, tally: this.#tally(kind, [item]) })
    notices.sort((a, b) => a.at - b.at)
    return foldedMails(notices).map(mail => ({ ...mail, how: 'instant' }))
  }

  async #digest(past: PastChanges, period: Period, from: number, at: number): Promise<readonly DigestTally[]> {
    const { frequency } = DIGESTS[period]
    const run = new Gathering(this.#matching, frequency)
    for (const { entry, changes } of past.entries)
      if (entry.at > from && entry.at <= at)
        for (const change of changes) for (const kind of ALL_KINDS.get(change.action)!) await run.add(kind, change)
    for (const kind of NOTIFICATION_KINDS)
      if (kind.waiting && this.#rows.some(row => row.notification === kind.name && row.frequency === frequency))
        await run.addPendingWork(this.#db, kind, kind.waiting, this.#languages)
    const news = this.#news.filter(each => each.frequency === frequency && each.at > from && each.at <= at)
    const ofNews = [...Map.groupBy(news, each => each.kind)].map(([kind, some]) =>
      this.#tally(
        kind,
        some.map(each => each.item),
      ),
    )
    return [...(run.byAccount().get(this.#account) ?? []), ...ofNews]
  }

  #tally(kind: string, items: readonly number[]): Tally {
    const changes = items.slice(0, MOST_LISTED)
    return { account: this.#account, kind, subscriptions: new Map(), changes, total: items.length }
  }
}

async function watchedBy(db: Reader, account: number): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('project_watch').select('project_id').where('account_id', '=', account).execute()
  return new Set(rows.map(row => row.project_id))
}

async function languagesOf(db: Reader, account: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account_language')
    .select('language_id')
    .where('account_id', '=', account)
    .where('secondary', '=', 0)
    .execute()
  return rows.map(row => row.language_id)
}

/** An email as it would appear in an inbox. */
export interface PreviewedMail {
  readonly at: number
  readonly how: PreviewMail['how']
  readonly subject: string
  readonly parts: readonly { readonly kind: string; readonly label: string; readonly total: number }[]
}

/** Adds subjects, rendered like the real emails. Changes the reader can no longer see are left out. */
export async function describeMails(
  services: Services,
  db: Reader,
  account: Account,
  mails: readonly PreviewMail[],
): Promise<PreviewedMail[]> {
  const site = services.config.siteUrl
  const t = await wordsFor(db, account.id)
  const described = new DescribedChanges(db, site)
  const result: PreviewedMail[] = []
  for (const { at, how, tallies } of mails) {
    await breathe()
    const sections: DigestSection[] = []
    for (const tally of tallies) {
      const { kind } = tally
      const news = newsNamed(services, kind)
      const label = news?.kind.label ?? KIND_LABELS.get(kind) ?? kind
      const changes = news
        ? await news.source.describe(db, kind, tally.changes, account, true)
        : await described.of(tally.changes, account)
      const numbers = 'translations' in tally ? tally.translations : undefined
      const translations = numbers ? (await describeTranslations(db, t, numbers, account, site)).lines : []
      if (changes.length + translations.length > 0)
        sections.push({ kind, label, changes, translations, total: tally.total, reason: '', mute: '' })
    }
    const [first] = sections
    if (first === undefined) continue
    const { subject } =
      how === 'instant'
        ? instantMail(t, { ...first, reason: '', mute: '', muteThread: null, settings: '', site: mailSite(services) })
        : digestMail(t, DIGESTS[how].name, sections, '', mailSite(services))
    const parts = sections.map(({ kind, label, total }) => ({ kind, label, total }))
    result.push({ at, how, subject, parts })
  }
  return result
}
