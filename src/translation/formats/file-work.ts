// Work on whole files, done inline for small files and in a worker thread for large ones.

import { deserialize, serialize } from 'node:v8'
import type { FileChanges, NewUnit, ParsedFile, ParseOptions, UnitChange } from './format.ts'
import { FormatError } from './format-error.ts'
import { format } from './index.ts'
import { withParams } from './params/apply-params.ts'
import { parseSpreadsheet } from './xlsx/spreadsheet.ts'

/** An uploaded spreadsheet, which is read like a CSV file. */
export const SPREADSHEET = 'spreadsheet'

/** A file and how to read it. Only the layout of a template matters. */
export interface FileToRead {
  /** The id of a format, or `SPREADSHEET`. */
  readonly kind: string
  readonly content: Uint8Array
  readonly options: Omit<ParseOptions, 'template'> & { readonly template?: Pick<ParsedFile, 'layout'> | undefined }
}

/** Changes to a file, in batches. */
interface PackedChanges {
  readonly update: readonly Uint8Array[]
  readonly add: readonly Uint8Array[]
  readonly remove: readonly Uint8Array[]
  readonly headers: NonNullable<FileChanges['headers']>
}

export interface FileJob extends FileToRead {
  /** Changes to write; without them, the file is only read. */
  readonly changes?: PackedChanges | undefined
}

export type FileAnswer =
  | { readonly file: Omit<ParsedFile, 'units' | 'serialize'>; readonly units: readonly Uint8Array[] }
  | { readonly written: Uint8Array }
  | { readonly refused: { reason: string; line: number | undefined; column: number | undefined } }

/** Objects per batch: copying many objects between threads at once would block both. */
const IN_A_PACK = 500

export function* packs<Item>(items: readonly Item[]): Generator<Uint8Array> {
  for (let i = 0; i < items.length; i += IN_A_PACK) yield serialize(items.slice(i, i + IN_A_PACK))
}

export const unpacked = <Item>(pack: Uint8Array): Item[] => deserialize(pack) as Item[]

export async function parseFile({ kind, content, options }: FileToRead): Promise<ParsedFile> {
  const parseOptions = options as ParseOptions
  return kind === SPREADSHEET
    ? await parseSpreadsheet(content, parseOptions)
    : withParams(format(kind)!.parse(content, parseOptions), content, options.params)
}

/** Runs a job in the worker thread. */
export async function doFileJob({ changes, ...job }: FileJob): Promise<FileAnswer> {
  try {
    const { units, serialize: write, ...file } = await parseFile(job)
    if (changes !== undefined) return { written: write(changesIn(changes)) }
    return { file, units: [...packs(units)] }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const { reason, line, column } = error
    return { refused: { reason, line, column } }
  }
}

const changesIn = ({ update, add, remove, headers }: PackedChanges): FileChanges => ({
  headers,
  update: update.flatMap(unpacked<UnitChange>),
  add: add.flatMap(unpacked<NewUnit>),
  remove: remove.flatMap(unpacked<string>),
})
