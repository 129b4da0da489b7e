// Conversion tables that an operator imported, as a setting of the site.
import { hash } from 'node:crypto'
import { appendChange } from '#events/change-log.ts'
import type { Clock } from '#store/clock.ts'
import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import {
  CHINESE_TABLES,
  type ChineseTable,
  type ChineseTexts,
  readPairs,
  writePairs,
} from '../site/variants/chinese.ts'

const SETTING = 'conversion-tables'

/** The change log entry of new tables, which all processes follow. */
export const TABLES_IMPORTED = { area: 'wiki', kind: 'conversion-tables' } as const

interface StoredTables {
  readonly version: string
  readonly texts: ChineseTexts
}

/** Null if none were imported. */
export async function readTables(db: Reader): Promise<StoredTables | null> {
  const text = await readSetting(db, SETTING)
  if (text === null) return null
  const stored = storedObject<Record<string, unknown>>(text)
  const texts = Object.fromEntries(
    CHINESE_TABLES.map(name => [name, typeof stored[name] === 'string' ? stored[name] : '']),
  ) as Record<ChineseTable, string>
  return { version: hash('sha256', text, 'base64url'), texts }
}

/** How a table differs from the one before. */
export interface TableChange {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
}

export type Tables = Readonly<Record<ChineseTable, ReadonlyMap<string, string>>>

/** Replaces all tables. Without a difference, nothing is written. */
export async function storeTables(
  tx: Writer,
  clock: Clock,
  tables: Tables,
): Promise<Record<ChineseTable, TableChange>> {
  const before = await readTables(tx)
  const changes = Object.fromEntries(
    CHINESE_TABLES.map(name => [name, difference(readPairs(before?.texts[name] ?? ''), tables[name])]),
  ) as Record<ChineseTable, TableChange>
  const isSame = Object.values(changes).every(({ added, changed, removed }) => added + changed + removed === 0)
  if (before !== null && isSame) return changes
  await writeSetting(tx, SETTING, Object.fromEntries(CHINESE_TABLES.map(name => [name, writePairs(tables[name])])))
  await appendChange(tx, clock, { ...TABLES_IMPORTED, data: { changes } })
  return changes
}

function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): TableChange {
  let [added, changed] = [0, 0]
  for (const [from, to] of after) {
    if (!before.has(from)) added++
    else if (before.get(from) !== to) changed++
  }
  const unchanged = after.size - added - changed
  return { added, changed, unchanged, removed: before.size - changed - unchanged }
}
