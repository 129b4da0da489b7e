import { isPostgres } from './engine.ts'
import { runText, StatementTexts } from './run-text.ts'
import type { ChainStep } from './statement-chain.ts'
import type { Reader, Writer } from './store.ts'

/*
 * PostgreSQL assigns numbers on insert, not on commit, so a transaction with number 6 can commit after one with number
 * 7. A transaction that is about to take numbers therefore holds a shared lock whose key is the last number taken so
 * far. Readers take the lowest of these keys as the end of the log (docs/decisions/change-log-order.md).
 */

/** Advisory locks have two keys of 32 bits: one for the log of this site, one for the number. */
const LOG_KEY = "hashtext('parlance change log ' || current_schema())"
const NUMBER_BITS = 2 ** 31 - 1

/** The last number taken, whether committed or not. Sequences are not part of transactions. */
const TAKEN = `select case when is_called then last_value else last_value - 1 end as taken from change_log_seq_seq`

/** Keeps `lastChange` below the numbers that this transaction takes from now on. */
const HOLD_BACK = `(
  select pg_advisory_xact_lock_shared(${LOG_KEY}, (taken & ${NUMBER_BITS})::int) from (${TAKEN}) as numbers)`

/** How far a key is behind the last number. Keys that were added after reading that number count as equal to it. */
const BEHIND = `case when (taken - objid::bigint) & ${NUMBER_BITS} > ${2 ** 30} then 0
  else (taken - objid::bigint) & ${NUMBER_BITS} end`

/**
 * Reads the last number before the locks: a transaction that locks later takes a higher number. The lateral join, which mentions
 * that number, keeps PostgreSQL from changing the order.
 */
const FINAL_ON_PRIMARY = `
  select taken - coalesce(held.behind, 0) from (${TAKEN} offset 0) as numbers, lateral (
    select max(${BEHIND}) as behind from pg_locks
    where taken is not null and locktype = 'advisory' and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = (${LOG_KEY}::bigint & 4294967295)) as held`

/** A standby does not show the locks of its primary. There, numbers count as final after this many seconds. */
const FINAL_AFTER = 600

const FINAL_ON_STANDBY = `
  select coalesce(max(seq), 0) from change_log where at < extract(epoch from now()) - ${FINAL_AFTER}`

const LAST = `
  select case when pg_is_in_recovery() then (${FINAL_ON_STANDBY}) else (${FINAL_ON_PRIMARY}) end as seq`

/** SQLite has one writer at a time, which commits before the next one takes a number. */
const LAST_ON_SQLITE = 'select coalesce(max(seq), 0) as seq from change_log'

/**
 * The number up to which the log is final: entries up to it are visible to the next statement, and no others will
 * appear among them. 0 if the log is empty.
 */
export async function lastChange(db: Reader): Promise<number> {
  const [row] = await runText<{ seq: number }>(db, isPostgres(db) ? LAST : LAST_ON_SQLITE, [])
  return row!.seq
}

/** Whether entries become visible in the order of their numbers. */
export const isInOrder = (db: Reader): boolean => !isPostgres(db)

const AFTER = new StatementTexts()

/** The numbers of visible entries after this one, in order. In one row, because receiving a hundred costs more than finding them. */
export async function numbersAfter(db: Reader, seq: number, limit: number): Promise<number[]> {
  const list = isPostgres(db) ? "string_agg(seq::text, ',')" : 'group_concat(seq)'
  const text = AFTER.get(
    db,
    String(limit),
    mark => `select ${list} as numbers
    from (select seq from change_log where seq > ${mark(1)} order by seq limit ${limit}) as later`,
  )
  const [row] = await runText<{ numbers: string | null }>(db, text, [seq])
  return (row!.numbers ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number)
    .sort((a, b) => a - b)
}

/** Transactions that already hold back the readers of the log. */
const numbering = new WeakSet<Writer>()

/** Inserts an entry (`at`, `area`, `kind`, `account_id`, `subject`, `data`), as a part of a chain. Its ID is the number. */
export function entryStep(tx: Writer, values: readonly unknown[]): ChainStep {
  const isFirst = isPostgres(tx) && !numbering.has(tx)
  if (isFirst) numbering.add(tx)
  return {
    key: isFirst ? 'first change' : 'change',
    values,
    text: cell => {
      const cells = values.map((_, at) => cell(at))
      const into = 'insert into change_log (at, area, kind, account_id, subject, data)'
      if (!isFirst) return `${into} values (${cells.join()}) returning seq as id`
      const [at, area, kind, accountId, subject, data] = cells
      // Takes the lock and then the number. `offset 0` keeps PostgreSQL from changing that order.
      return `${into} select ${at}::bigint, ${area}, ${kind}, ${accountId}::bigint, ${subject}, ${data}
        from (select ${HOLD_BACK} offset 0) as held returning seq as id`
    },
  }
}
