// Imports the tables by which a MediaWiki converts Chinese, from its program files.
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { CHINESE_TABLES, type ChineseTable } from '../../site/variants/chinese.ts'
import { storeTables, type TableChange } from '../../variants/conversion-tables.ts'
import { ImportError } from '../import-error.ts'
import { type PhpArray, PhpFault, readPhpArrays } from './php-arrays.ts'

/** Where releases of MediaWiki have the file, newest first. */
const PLACES = [
  'includes/Languages/Data/ZhConversion.php',
  'includes/languages/data/ZhConversion.php',
  'languages/data/ZhConversion.php',
  'includes/ZhConversion.php',
]

/** Names of each table: in older releases a variable, in newer ones a constant. */
const NAMES: Readonly<Record<ChineseTable, readonly string[]>> = {
  zh2Hant: ['$zh2Hant', 'ZH_TO_HANT'],
  zh2Hans: ['$zh2Hans', 'ZH_TO_HANS'],
  zh2TW: ['$zh2TW', 'ZH_TO_TW'],
  zh2HK: ['$zh2HK', 'ZH_TO_HK'],
  zh2CN: ['$zh2CN', 'ZH_TO_CN'],
}

/** Thirty times what MediaWiki has. */
const MAX_BYTES = 16 * 1024 * 1024
const MAX_KEY = 200
const MAX_VALUE = 1000

export interface TableSummary extends TableChange {
  readonly table: ChineseTable
  readonly read: number
  readonly stored: number
  /** Pairs that are not stored, by reason. */
  readonly skipped: Readonly<Record<string, number>>
}

export interface ImportedTables {
  readonly file: string
  readonly tables: readonly TableSummary[]
}

/** `from` is the folder of a MediaWiki or the file itself. */
export async function importConversionTables(store: Store, clock: Clock, from: string): Promise<ImportedTables> {
  const file = await fileIn(from)
  const arrays = arraysIn(file, await textOf(file))
  const read = CHINESE_TABLES.map(table => ({ table, ...usable(arrays[table]) }))
  const pairsOf = (name: ChineseTable) => read.find(({ table }) => table === name)!.pairs
  const tables = {
    zh2Hant: pairsOf('zh2Hant'),
    zh2Hans: pairsOf('zh2Hans'),
    zh2TW: pairsOf('zh2TW'),
    zh2HK: pairsOf('zh2HK'),
    zh2CN: pairsOf('zh2CN'),
  }
  const changes = await store.transaction(tx => storeTables(tx, clock, tables))
  return {
    file,
    tables: read.map(({ table, pairs, skipped }) => ({
      table,
      read: arrays[table].pairs.length,
      stored: pairs.size,
      skipped,
      ...changes[table],
    })),
  }
}

async function fileIn(from: string): Promise<string> {
  const found = await stat(from).catch(() => null)
  if (found === null) throw new ImportError(`${from} does not exist.`)
  if (!found.isDirectory()) return from
  for (const place of PLACES) {
    const file = path.join(from, place)
    if ((await stat(file).catch(() => null))?.isFile()) return file
  }
  throw new ImportError(
    `${from} has none of ${PLACES.join(', ')}. Name the folder of a MediaWiki, the one with api.php, or its ZhConversion.php.`,
  )
}

async function textOf(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size > MAX_BYTES) throw new ImportError(`${file} is larger than ${MAX_BYTES / 1024 / 1024} MB.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    if (error instanceof TypeError) throw new ImportError(`${file} is not UTF-8.`)
    throw error
  }
}

function arraysIn(file: string, source: string): Record<ChineseTable, PhpArray> {
  const found = foundIn(file, source)
  const missing: string[] = []
  const arrayOf = (table: ChineseTable): PhpArray => {
    const name = NAMES[table].find(each => found.has(each))
    if (name === undefined) missing.push(NAMES[table][0]!)
    return name === undefined ? { pairs: [] } : found.get(name)!
  }
  const arrays = Object.fromEntries(CHINESE_TABLES.map(table => [table, arrayOf(table)]))
  if (missing.length > 0) throw new ImportError(`${file} has no ${missing.join(', ')}. Nothing was imported.`)
  return arrays as Record<ChineseTable, PhpArray>
}

function foundIn(file: string, source: string): Map<string, PhpArray> {
  try {
    return readPhpArrays(source, new Set(Object.values(NAMES).flat()))
  } catch (error) {
    if (error instanceof PhpFault) throw new ImportError(`${file}, ${error.message}. Nothing was imported.`)
    throw error
  }
}

function usable({ pairs }: PhpArray): { pairs: ReadonlyMap<string, string>; skipped: Record<string, number> } {
  const kept = new Map<string, string>()
  const skipped: Record<string, number> = {}
  for (const [from, to] of pairs) {
    const problem = kept.has(from) ? 'key repeated, last value used' : problemOf(from, to)
    if (problem !== null) skipped[problem] = (skipped[problem] ?? 0) + 1
    if (problem === null || kept.has(from)) kept.set(from, to)
  }
  return { pairs: kept, skipped }
}

function problemOf(from: string, to: string): string | null {
  if (from === '') return 'empty key'
  if (from.length > MAX_KEY) return `key longer than ${MAX_KEY} characters`
  if (to.length > MAX_VALUE) return `value longer than ${MAX_VALUE} characters`
  if (/[\t\n\0]/.test(from + to)) return 'tab, line break or zero byte'
  return null
}
