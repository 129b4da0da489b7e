import type { Services } from '#core/services.ts'
import { type Job, MAX_ATTEMPTS } from '#events/jobs.ts'
import { Unfollowed } from '#events/unfollowed.ts'
import { seconds } from '#store/clock.ts'
import { unhurried } from '#store/turn.ts'
import { beginDigests, writeDigests } from './digest.ts'
import { beginFollowing, FOLLOWED, followChangeLog } from './follow.ts'
import { nextNotice, writeInstantMails } from './instant.ts'
import { beginNews, followNews, stateName } from './news.ts'
import { DIGESTS, nextDigest, type Period } from './schedule.ts'

export const NOTIFY_JOB = 'translation-notify'
export const DIGEST_JOB = 'translation-digest'
/** A lane of its own: finding recipients can take long on large sites and must not wait for the email server. */
export const NOTIFY_LANE = 'notify'

/** Enables notifications. Only called when an email server is configured, so nothing is recorded otherwise. */
export async function registerNotifications(services: Services): Promise<void> {
  const { jobs } = services
  jobs.handle(NOTIFY_JOB, job => notify(services, job), NOTIFY_LANE)
  jobs.handle(DIGEST_JOB, job => digest(services, job), NOTIFY_LANE)
  const unfollowed = new Unfollowed()
  jobs.find(NOTIFY_JOB, async db => {
    const news = services.news.sources.map(source => ({ state: stateName(source), area: source.area }))
    const positions = [{ state: FOLLOWED, area: 'translation' }, ...news]
    if (await unfollowed.exists(db, positions)) return [{ key: '' }]
    const next = await nextNotice(db)
    return next === null ? [] : [{ key: '', runAt: next }]
  })
  await beginFollowing(services)
  await beginNews(services)
  await beginDigests(services)
  await plan(services)
}

async function notify(services: Services, job: Job): Promise<void> {
  const { store, jobs } = services
  unhurried()
  await followChangeLog(services)
  await followNews(services)
  await writeInstantMails(services)
  await store.transaction(async tx => {
    await jobs.hold(tx, job)
    const next = await nextNotice(tx)
    if (next !== null) await jobs.enqueue(tx, { kind: NOTIFY_JOB, key: '', runAt: next })
  })
}

async function digest(services: Services, job: Job): Promise<void> {
  const { store, jobs, clock, log } = services
  const period = job.key as Period
  if (!Object.hasOwn(DIGESTS, period)) return
  unhurried()
  try {
    await writeDigests(services, period)
  } catch (error) {
    if (job.attempts < MAX_ATTEMPTS) throw error
    log('notification.digest_failed', { err: error, digest: period })
  }
  const runAt = nextDigest(period, seconds(clock))
  await store.transaction(tx => jobs.enqueue(tx, { kind: DIGEST_JOB, key: period, runAt }))
}

/** Enqueues missing jobs: scheduled digests, and notifications that piled up while the server was down. */
async function plan({ store, jobs, clock }: Services): Promise<void> {
  const now = seconds(clock)
  const rows = await store.read
    .selectFrom('job')
    .select(['kind', 'key'])
    .where('kind', 'in', [DIGEST_JOB, NOTIFY_JOB])
    .where('failed_at', 'is', null)
    .execute()
  const missing = [
    ...(Object.keys(DIGESTS) as Period[]).map(key => ({ kind: DIGEST_JOB, key, runAt: nextDigest(key, now) })),
    { kind: NOTIFY_JOB, key: '', runAt: now },
  ].filter(({ kind, key }) => !rows.some(row => row.kind === kind && row.key === key))
  if (missing.length === 0) return
  await store.transaction(async tx => {
    for (const job of missing) await jobs.enqueue(tx, job)
  })
}
