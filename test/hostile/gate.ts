// Attacks a site with generated requests and checks every response.
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { actionAttacks } from './action-attacks.ts'
import type { Attack } from './attack.ts'
import { budgetAttacks } from './budget-attacks.ts'
import { curlOf } from './curl.ts'
import { fileAttacks } from './file-attacks.ts'
import { HealthWatch } from './health-watch.ts'
import { minimise } from './minimise.ts'
import { pageAttacks } from './page-attacks.ts'
import { netcatOf, type RawAttack, rawAttacks, sendRaw } from './raw-attacks.ts'
import { Report } from './report.ts'
import { restAttacks } from './rest-attacks.ts'
import type { Role } from './roles.ts'
import { type Answer, Client, NoAnswer } from './send.ts'
import type { Site } from './site.ts'
import { textAttacks } from './text-attacks.ts'
import { codesOf, verdict } from './verdict.ts'

export interface GateOptions {
  readonly site: Site
  readonly requests: number
  readonly seconds: number
  readonly seed: number
  readonly say: (line: string) => void
}

/** After this many requests, accounts and content are renewed, and the generators updated. */
const ROUND = 250
const CONNECTIONS = 2 * availableParallelism()
/** Requests before the first memory measurement, and between measurements. */
const WARM_UP = 2000
const BETWEEN_MEASUREMENTS = 25_000
/** Pause before a memory measurement, so that idle threads end and unused memory is released. */
const REST_MS = 18_000

type Shot = { readonly raw: RawAttack } | { readonly attack: Attack; readonly role: Role }

/** Ends after the given number of requests or seconds. The site keeps running. */
export async function attackSite({ site, requests, seconds, seed, say }: GateOptions): Promise<Report> {
  const report = new Report()
  const client = new Client(site.url, CONNECTIONS)
  const end = performance.now() + seconds * 1000
  const health = new HealthWatch(site.url, answers => report.health.push(...answers))
  let nextMeasurement = WARM_UP
  const measureMemory = async () => {
    health.pause()
    await sleep(REST_MS)
    const bytes = site.memory()
    if (bytes !== null) report.memory.push({ requests: report.requests, bytes })
  }
  try {
    for (let round = 0; report.requests < requests && performance.now() < end; round++) {
      if (round > 0) await site.renew()
      const size = Math.min(ROUND, requests - report.requests)
      const shots = fc.sample(shotsAt(site), { seed: seed * 10_007 + round, numRuns: size }).values()
      const one = async () => {
        for (const shot of shots) {
          if (performance.now() > end) return
          await ('raw' in shot ? fireRaw(site, shot.raw, report, say) : fire(site, client, shot, report, say))
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, one))
      if (report.requests < nextMeasurement) continue
      nextMeasurement = report.requests + BETWEEN_MEASUREMENTS
      await measureMemory()
      say(report.progress())
      health.resume()
    }
  } finally {
    client.close()
    await measureMemory()
    await health.end()
    report.held = site.held()
  }
  return report
}

const shotsAt = (site: Site): fc.Arbitrary<Shot> => {
  // Administrators are chosen twice as often.
  const role = fc.constantFrom(...site.roles, ...site.roles.filter(({ name }) => name.startsWith('admin')))
  const attack = fc.oneof(
    { weight: 45, arbitrary: actionAttacks },
    { weight: 40, arbitrary: restAttacks(site.known) },
    { weight: 10, arbitrary: pageAttacks(site.routes, site.known) },
    { weight: 5, arbitrary: fileAttacks(site.known) },
    { weight: 5, arbitrary: textAttacks },
    { weight: 3, arbitrary: budgetAttacks(site.known) },
  )
  return fc.oneof(
    { weight: 25, arbitrary: fc.record({ attack, role }) },
    { weight: 1, arbitrary: fc.record({ raw: rawAttacks }) },
  )
}

async function fire(
  site: Site,
  client: Client,
  { attack, role }: Extract<Shot, { role: Role }>,
  report: Report,
  say: GateOptions['say'],
): Promise<void> {
  const command = () => curlOf(attack, role.name)
  const processor = processorWatch(site)
  const outcome = await ask(client, attack, role)
  const { milliseconds } = outcome
  const counted = { api: attack.api, role: role.name, status: statusOf(outcome), milliseconds }
  if (report.count({ ...counted, processor: processor() }, command))
    say(`SLOW ${Math.round(milliseconds)} ms\n  ${command()}`)
  const codes = outcome instanceof NoAnswer ? [] : codesOf(outcome)
  report.countCodes(codes)
  if (attack.what !== undefined)
    report.countReached(attack.what, 'status' in outcome && outcome.status < 400 && codes.length === 0)
  const wrong = judge(attack, outcome)
  if (wrong === null) return
  const kind = kindOf(attack, wrong)
  if (!report.note(kind, () => ({ what: wrong, command: command() }))) return
  const smaller = await minimise(attack, async less => {
    const again = judge(less, await ask(client, less, role))
    return again !== null && kindOf(less, again) === kind
  })
  const minimal = curlOf(smaller, role.name)
  report.findings.set(kind, { what: wrong, command: minimal, times: 1 })
  say(`WRONG ${wrong}\n  ${minimal}`)
}

/** CPU time of the server since the call. */
function processorWatch(site: Site): () => number | null {
  const before = site.processor()
  return () => {
    const now = site.processor()
    return before === null || now === null ? null : now - before
  }
}

const ask = (client: Client, attack: Attack, role: Role): Promise<Answer | NoAnswer> =>
  client.send(attack, role).catch((error: unknown) => {
    if (error instanceof NoAnswer) return error
    throw error
  })

/** 503 is counted separately: on a dedicated site, the server should always be available. */
const statusOf = (outcome: Answer | NoAnswer): string => {
  if (outcome instanceof NoAnswer) return 'none'
  return outcome.status === 503 ? '503' : `${Math.floor(outcome.status / 100)}xx`
}

/** A server may close the connection after rejecting a long body. */
const MAY_BE_CUT_OFF = 60_000
const NO_ANSWER = 'no response:'

function judge(attack: Attack, outcome: Answer | NoAnswer): string | null {
  if (!(outcome instanceof NoAnswer)) return verdict(attack, outcome)
  const isLong = JSON.stringify([attack.query, attack.body ?? '']).length > MAY_BE_CUT_OFF
  return isLong && /ECONNRESET|EPIPE|cut off/.test(outcome.message) ? null : `${NO_ANSWER} ${outcome.message}`
}

/** Groups failures with the same cause into one finding. */
function kindOf({ api, path, query, body }: Attack, wrong: string): string {
  if (wrong.startsWith(NO_ANSWER)) return wrong
  const pairs = [...query, ...(body && 'pairs' in body ? body.pairs : [])]
  const module = pairs.filter(([name]) => /^(action|list|prop|meta|generator)$/.test(name)).map(([, value]) => value)
  const place = path.replace(/\d+/g, '#').split('/').slice(0, 3).join('/')
  return [api, api === 'action' ? module.join() : place, wrong.replace(/[\w-]*\d[\w-]*/g, '#').slice(0, 60)].join(' ')
}

async function fireRaw(site: Site, raw: RawAttack, report: Report, say: GateOptions['say']): Promise<void> {
  const processor = processorWatch(site)
  const { statuses, text, milliseconds } = await sendRaw(site.url, raw)
  const status = statuses[0] === undefined ? 'none' : `${Math.floor(statuses[0] / 100)}xx`
  const counted = { api: 'raw', role: 'visitor', status, milliseconds, processor: processor() } as const
  if (report.count(counted, () => netcatOf(raw))) say(`SLOW ${Math.round(milliseconds)} ms\n  ${netcatOf(raw)}`)
  if (!statuses.some(each => each >= 500)) return
  const what = `${raw.name}: ${text.slice(0, 200).replaceAll('\r\n', ' | ')}`
  if (report.note(`raw ${raw.name}`, () => ({ what, command: netcatOf(raw) }))) say(`WRONG ${what}\n  ${netcatOf(raw)}`)
}
