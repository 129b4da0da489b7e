// Compares responses. Ids of new objects may differ, but must map consistently.
import { isDeepStrictEqual } from 'node:util'
import type { Answer, Scenario } from './scenarios.ts'

/** Fields that contain ids, and the kind of object. */
export const NUMBERED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    rev:
      'revid parentid oldid newrevid oldrevid old_revid last_revid lastrevid fromrevid torevid associated_rev_id previd curid ids ' +
      'revids revisions_ids nextrevid',
    page: 'pageid talkid logpage fromid toid subjectid',
    log: 'logid actionlogid',
    rc: 'rcid',
    user: 'userid userID lguserid',
    block: 'id blockid',
  }).flatMap(([kind, keys]) => keys.split(' ').map(key => [key, kind])),
)

/** The last id of each kind in the initial wiki. */
const SEED: Readonly<Record<string, number>> = { rev: 523, page: 318, log: 393, rc: 553, user: 8, block: 4 }

export const isNewNumber = (kind: string, number: number): boolean => number > SEED[kind]!

/** Mapping between our ids and theirs. */
class IdMapping {
  readonly #ours: Map<string, number>
  readonly #theirs: Map<string, number>

  constructor(ours = new Map<string, number>(), theirs = new Map<string, number>()) {
    this.#ours = ours
    this.#theirs = theirs
  }

  copy(): IdMapping {
    return new IdMapping(new Map(this.#ours), new Map(this.#theirs))
  }

  agrees(kind: string, theirs: number, ours: number): boolean {
    if (!isNewNumber(kind, theirs)) return theirs === ours
    const known = this.#ours.get(`${kind} ${theirs}`)
    if (known !== undefined) return known === ours
    if (ours <= 0 || this.#theirs.has(`${kind} ${ours}`)) return false
    this.#ours.set(`${kind} ${theirs}`, ours)
    this.#theirs.set(`${kind} ${ours}`, theirs)
    return true
  }
}

/** Differences by step; null for steps that are not compared. */
export function differences(
  scenario: Scenario,
  theirs: readonly Answer[],
  ours: readonly Answer[],
): (readonly string[] | null)[] {
  let bound = new IdMapping()
  return scenario.steps.map((step, index) => {
    if (step.unstable) return null
    const trial = bound.copy()
    const different = [...between(theirs[index], ours[index], trial, '', '')]
    if (different.length === 0) bound = trial
    return different
  })
}

function* between(theirs: unknown, ours: unknown, bound: IdMapping, key: string, path: string): Generator<string> {
  const kind = Object.hasOwn(NUMBERED, key) ? NUMBERED[key] : undefined
  if (kind !== undefined && isNumber(theirs) && isNumber(ours) && typeof theirs === typeof ours) {
    if (!bound.agrees(kind, Number(theirs), Number(ours))) yield `${path}: ${theirs} is ${ours}`
  } else if (Array.isArray(theirs) && Array.isArray(ours)) {
    if (theirs.length !== ours.length) yield `${path}: ${ours.length} entries instead of ${theirs.length}`
    else for (const [at, part] of theirs.entries()) yield* between(part, ours[at], bound, key, `${path}[${at}]`)
  } else if (isObject(theirs) && isObject(ours)) {
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)]))
      yield* between(theirs[name], ours[name], bound, name, `${path}.${name}`)
  } else if (!isDeepStrictEqual(theirs, ours)) {
    const from = typeof theirs === 'string' && typeof ours === 'string' ? shownFrom(theirs, ours) : 0
    yield `${path}: ${shown(theirs, from)} is ${shown(ours, from)}`
  }
}

/** Long texts are shown from shortly before the first difference. */
function shownFrom(theirs: string, ours: string): number {
  let same = 0
  while (same < theirs.length && theirs[same] === ours[same]) same++
  return Math.max(0, same - 60)
}

const isNumber = (value: unknown): value is number | string =>
  Number.isInteger(value) || (typeof value === 'string' && /^\d+$/.test(value))
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const shown = (value: unknown, from = 0): string => {
  if (value === undefined) return 'nothing'
  return JSON.stringify(typeof value === 'string' ? value.slice(from) : value).slice(0, 300)
}
