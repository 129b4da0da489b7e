// Sends events to webhooks. A webhook has a position in the change log instead of a queue: nothing is copied, the owner's
// rights apply when an event is sent, and any server can go on (docs/decisions/webhooks.md).
import { skipDeleted } from '#core/missed-changes.ts'
import type { Services } from '#core/services.ts'
import type { StreamEvent } from '#core/stream-source.ts'
import { seconds } from '#store/clock.ts'
import { unhurried } from '#store/turn.ts'
import { GONE, RETRY_DELAYS, sendWebhook, type WebhookResult } from '#translation/outbound/webhook.ts'
import { STRING_CHANGE, TEST_EVENT } from '#translation/webhooks/event-kinds.ts'
import { type MessageRow, type MessageSubject, recordAttempt, waitingMessages } from '#translation/webhooks/messages.ts'
import {
  actionsOf,
  advance,
  dueWebhooks,
  findWebhook,
  isDue,
  postpone,
  secretsOf,
  type WebhookRow,
} from '#translation/webhooks/webhooks.ts'
import { eventBody } from '../streams/event-body.ts'
import { eventAt, eventsAfter } from '../streams/read-stream.ts'
import { type Reading, readingOf } from './owner.ts'
import { endWebhook } from './switch-off.ts'

const JOB = 'event-webhooks'
export const WEBHOOKS_LANE = 'event-webhooks'
/** Webhooks that a server serves at the same time, so that a slow receiver does not delay the others. */
const AT_ONCE = 4
/** Then it is the turn of other webhooks. */
const RUN_MS = 60_000
/** Events that were read longer ago are read again, because rights or pages may have changed. */
const FRESH_MS = 5000

const NOT_SEEN = 'The event no longer exists, or the owner of the webhook can no longer see it.'

export function registerWebhooks(services: Services): void {
  const { jobs, clock } = services
  jobs.widen(WEBHOOKS_LANE, AT_ONCE)
  jobs.handle(JOB, ({ key }, stop) => runWebhook(services, Number(key), stop), WEBHOOKS_LANE)
  jobs.find(JOB, async db => (await dueWebhooks(db, seconds(clock))).map(id => ({ key: String(id) })))
}

async function runWebhook(services: Services, id: number, stop: AbortSignal): Promise<void> {
  unhurried()
  const end = performance.now() + RUN_MS
  while (performance.now() < end && (await sendSome(services, id, stop)));
}

/** Whether there may be more to send now. */
async function sendSome(services: Services, id: number, stop: AbortSignal): Promise<boolean> {
  const { store, clock } = services
  const hook = await findWebhook(store.primary, id)
  if (hook === undefined) return false
  const reading = await readingOf(services, hook)
  for (const row of await waitingMessages(store.primary, hook)) await sendAgain(services, hook, reading, row, stop)
  if (!isDue(hook, seconds(clock))) return false
  if (reading !== null) return follow(services, hook, reading, stop)
  await endWebhook(services, hook, 'owner')
  return false
}

/** A message that someone asked to send. It is not retried. */
async function sendAgain(
  services: Services,
  hook: WebhookRow,
  reading: Reading | null,
  row: MessageRow,
  stop: AbortSignal,
): Promise<void> {
  const { store, clock } = services
  const event =
    row.event === TEST_EVENT
      ? testEvent(services, row)
      : reading && (await eventAt(services, reading.caller, reading.wish, { seq: row.seq, index: row.place }))
  const result: WebhookResult = event
    ? await send(services, hook, row.message, event, stop)
    : { status: null, error: NOT_SEEN, response: '', tookMs: 0 }
  await store.transaction(tx => recordAttempt(tx, clock, hook, row, result))
}

/** Sends events until one fails, there are no more, or they should be read again. */
async function follow(
  services: Services,
  hook: WebhookRow,
  { caller, wish }: Reading,
  stop: AbortSignal,
): Promise<boolean> {
  const { store, clock } = services
  const actions = actionsOf(hook)
  const begun = performance.now()
  let at = { seq: hook.seq, place: hook.place }
  let reached = at
  for await (const part of eventsAfter(services, caller, wish, { seq: at.seq, index: at.place })) {
    if (part.isIncomplete) await skipDeleted(services, 'event webhooks', at.seq)
    reached = { seq: part.until.seq, place: part.until.index }
    for (const event of part.events) {
      if (event.stream === STRING_CHANGE && actions.length > 0 && !actions.includes(Number(event.data.action))) continue
      const message = `msg_${hook.id}_${event.seq}_${event.index}`
      const result = await send(services, hook, message, event, stop)
      const subject = { message, event: event.stream, seq: event.seq, place: event.index }
      const from = { id: hook.id, ...at }
      if (result.error !== null) return fail(services, { ...hook, ...at }, subject, result)
      const isOurs = await store.transaction(async tx => {
        if (!(await advance(tx, from, reached))) return false
        await recordAttempt(tx, clock, hook, subject, result)
        return true
      })
      if (!isOurs) return false
      at = reached
      hook = { ...hook, attempts: 0 }
    }
    if (performance.now() - begun > FRESH_MS) break
  }
  const hasMoved = reached.seq !== at.seq || reached.place !== at.place
  if (hasMoved) await store.transaction(tx => advance(tx, { id: hook.id, ...at }, reached))
  return at.seq !== hook.seq || at.place !== hook.place || hasMoved
}

const send = (
  { clock, config }: Services,
  hook: WebhookRow,
  message: string,
  event: StreamEvent,
  stop: AbortSignal,
): Promise<WebhookResult> => {
  const now = seconds(clock)
  return sendWebhook(
    {
      url: hook.url,
      message,
      body: JSON.stringify(eventBody({ config }, event)),
      secrets: secretsOf(hook, now),
      now,
      allowPrivate: config.webNetwork === 'any',
    },
    stop,
  )
}

/** Everything after a failed message waits for its next attempt, so that the order stays. */
async function fail(
  services: Services,
  hook: WebhookRow,
  subject: MessageSubject,
  result: WebhookResult,
): Promise<false> {
  const { store, clock } = services
  const delay = RETRY_DELAYS[hook.attempts]
  if (result.status === GONE || delay === undefined) {
    await endWebhook(services, hook, result.status === GONE ? 'gone' : 'failing', tx =>
      recordAttempt(tx, clock, hook, subject, result),
    )
    return false
  }
  await store.transaction(async tx => {
    if (await postpone(tx, hook, hook.attempts + 1, seconds(clock) + delay))
      await recordAttempt(tx, clock, hook, subject, result)
  })
  return false
}

const testEvent = ({ config, clock }: Services, { id }: MessageRow): StreamEvent => ({
  stream: TEST_EVENT,
  schema: '/parlance/webhook/test/1.0.0',
  seq: 0,
  index: id,
  at: seconds(clock),
  uri: `${config.siteUrl}/`,
  data: { message: 'This is a test. Parlance can reach this address.' },
})
