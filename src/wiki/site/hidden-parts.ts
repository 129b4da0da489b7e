import { type Expression, type SqlBool, sql } from 'kysely'
import type { Caller } from '#accounts/caller.ts'
import { FixedCondition } from '#store/statement.ts'

/**
 * Bits of the `deleted` column for the hidden parts of a revision, log entry or file version. In a log entry, `text`
 * means the action and its target. `restricted` hides the other parts from administrators too.
 */
export const HIDDEN = { text: 1, comment: 2, user: 4, restricted: 8 } as const

export type HiddenPart = Exclude<keyof typeof HIDDEN, 'restricted'>

type Rights = Pick<Caller, 'can'>

export const isHidden = (deleted: number, part: HiddenPart): boolean => (deleted & HIDDEN[part]) !== 0

export const isSuppressed = (deleted: number): boolean => (deleted & HIDDEN.restricted) !== 0

/** Whether the caller may see what is hidden from administrators. */
export const seesSuppressed = (caller: Rights): boolean =>
  caller.can('suppressrevision') || caller.can('viewsuppressed')

/** Whether the caller may see this part of a revision. */
export function canSee(deleted: number, part: HiddenPart, caller: Rights): boolean {
  if (!isHidden(deleted, part)) return true
  if (isSuppressed(deleted)) return seesSuppressed(caller)
  return caller.can(part === 'text' ? 'deletedtext' : 'deletedhistory')
}

/**
 * Whether the caller may see this part of a log entry. Unlike revision text, the action requires only `deletedhistory`.
 */
export function canSeeInLog(deleted: number, part: HiddenPart, caller: Rights): boolean {
  if (!isHidden(deleted, part)) return true
  return isSuppressed(deleted) ? seesSuppressed(caller) : caller.can('deletedhistory')
}

/** The bits that, if all set, hide a part from the caller; 0 when nothing is hidden from them. */
function hidingBits(part: HiddenPart, caller: Rights): number {
  if (seesSuppressed(caller) && caller.can('deletedhistory')) return 0
  return caller.can('deletedhistory') ? HIDDEN[part] | HIDDEN.restricted : HIDDEN[part]
}

/**
 * A condition that excludes rows whose `part` is hidden from the caller; null when nothing is. A list filtered by user
 * must not reveal hidden names.
 */
export function onlyVisible(column: string, part: HiddenPart, caller: Rights): Expression<SqlBool> | null {
  const bits = hidingBits(part, caller)
  return bits === 0 ? null : notAllSet(column, bits)
}

/** By column and bits. */
const conditions = new Map<string, FixedCondition>()

function notAllSet(column: string, bits: number): Expression<SqlBool> {
  const key = `${column} ${bits}`
  let condition = conditions.get(key)
  if (condition === undefined) {
    condition = new FixedCondition(sql<SqlBool>`(${sql.ref(column)} & ${sql.lit(bits)}) <> ${sql.lit(bits)}`)
    conditions.set(key, condition)
  }
  return condition
}

/** Restricted logs, and the right to read each. */
export const LOG_RIGHTS: Readonly<Record<string, string>> = {
  suppress: 'suppressionlog',
  spamblacklist: 'spamblacklistlog',
  titleblacklist: 'titleblacklistlog',
}
