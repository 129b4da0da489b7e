// Files of a repository that look broken are not imported until they are fixed or someone accepts them as they are.

import type { Selectable } from 'kysely'
import type { Reader, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import { alertAt, occurrencesNow, settleAlert } from '../catalogue/alerts.ts'
import { stringsOfFile } from '../catalogue/component-files.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import type { FileString } from '../catalogue/file-units.ts'
import type { LanguageRow } from '../catalogue/languages.ts'
import type { TranslationRow } from '../catalogue/rows.ts'
import type { Work } from '../catalogue/work.ts'
import { FormatError } from '../formats/index.ts'

export type HeldFile = Selectable<Database['held_file']>

/** Why a file is held back: it cannot be parsed, it lost most of its strings, or the file mask no longer matches it. */
type HeldReason = 'unreadable' | 'cut off' | 'moved'

/** A file that lost so many strings that it is probably truncated. */
export class CutOffFile extends FormatError {
  readonly lost: number
  readonly total: number

  constructor(lost: number, total: number) {
    super(`${lost} of its ${total} strings are missing, so it is probably truncated`)
    this.lost = lost
    this.total = total
  }
}

export async function heldFile(db: Reader, component: number, filename: string): Promise<HeldFile | null> {
  const row = await db
    .selectFrom('held_file')
    .selectAll()
    .where('component_id', '=', component)
    .where('filename', '=', filename)
    .executeTakeFirst()
  return row ?? null
}

/** `content` is the last version that both sides had; later versions are compared with it. */
export async function holdFile(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  component: number,
  filename: string,
  { reason, content, details = {} }: { reason: HeldReason; content: Buffer | null; details?: object },
): Promise<void> {
  const values = { reason, details: JSON.stringify(details), accepted: 0 }
  await tx
    .insertInto('held_file')
    .values({ component_id: component, filename, content, held_at: now, ...values })
    .onConflict(conflict => conflict.columns(['component_id', 'filename']).doUpdateSet(values))
    .execute()
}

export const releaseFiles = (tx: Writer, component: number, filenames: readonly string[]): Promise<unknown> =>
  tx.deleteFrom('held_file').where('component_id', '=', component).where('filename', 'in', filenames).execute()

/** Raises an alert for truncated files until they are fixed or accepted, and returns their names. */
export async function noteCutOff(piece: Work, { project, component }: ComponentParts): Promise<ReadonlySet<string>> {
  const place = { project_id: project.id, component_id: component.id }
  const rows = await piece.tx
    .selectFrom('held_file')
    .select(['filename', 'details'])
    .where('component_id', '=', component.id)
    .where('reason', '=', 'cut off')
    .orderBy('filename')
    .execute()
  const occurrences = rows.map(({ filename, details }) => ({ filename, ...storedObject(details) }))
  await settleAlert(piece, place, 'SuspiciousFile', occurrences.length === 0 ? null : { occurrences })
  return new Set(rows.map(({ filename }) => filename))
}

/** Clears problems of files that were overwritten by us. */
export async function filesWritten(piece: Work, parts: ComponentParts, filenames: ReadonlySet<string>): Promise<void> {
  const place = { project_id: parts.project.id, component_id: parts.component.id }
  await releaseFiles(piece.tx, parts.component.id, [...filenames])
  const alert = await alertAt(piece.tx, place, 'ParseError')
  if (alert !== null)
    await settleAlert(
      piece,
      place,
      'ParseError',
      occurrencesNow(alert, name => filenames.has(name), []),
    )
  await noteCutOff(piece, parts)
}

/** Losing more than half of the strings, and at least this many, counts as an accident. */
const FEWEST_LOST = 20

export interface Comparison {
  readonly parts: ComponentParts
  readonly language: LanguageRow
  readonly translation: TranslationRow
  readonly before: ReadonlyMap<string, FileString>
  /** Previous size of the file. */
  readonly bytesBefore: number
  readonly content: Buffer
  /** Files that show which strings should exist: the template, or other languages. */
  readonly references: () => AsyncIterable<Buffer>
}

const isBlank = (content: Buffer): boolean =>
  content
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim() === ''

const isSourceOf = ({ language, parts }: Comparison): boolean => language.id === parts.sourceLanguage.id

/** Throws when a file looks truncated. */
export async function checkWhole(db: Reader, comparison: Comparison): Promise<void> {
  const { parts, language, translation, before, bytesBefore, content } = comparison
  if (before.size > 0 && isBlank(content)) throw new FormatError('the file is empty')
  // A file that lost half of its strings must be smaller.
  if (content.length >= bytesBefore) return
  const isSource = isSourceOf(comparison)
  const has = ({ values }: FileString) => isSource || (values.target ?? []).some(form => form !== '')
  const had = [...before].filter(([, string]) => has(string)).map(([hash]) => hash)
  if (had.length < FEWEST_LOST) return
  const after = await stringsOfFile(db, parts, { language, translation, content })
  const lost = had.filter(hash => {
    const string = after.get(hash)
    return string === undefined || !has(string)
  })
  if (lost.length < FEWEST_LOST || lost.length * 2 <= had.length) return
  if (await isGoneEverywhere(db, comparison, lost)) return
  throw new CutOffFile(lost.length, had.length)
}

/** Strings that are also missing in the template and other languages were removed on purpose. */
async function isGoneEverywhere(db: Reader, comparison: Comparison, lost: readonly string[]): Promise<boolean> {
  if (isSourceOf(comparison)) return false
  const { parts, translation } = comparison
  let isAny = false
  for await (const content of comparison.references()) {
    const strings = await stringsOfFile(db, parts, { language: parts.sourceLanguage, translation, content }).catch(
      (error: unknown) => {
        if (error instanceof FormatError) return null
        throw error
      },
    )
    if (strings === null || strings.size === 0) continue
    isAny = true
    if (lost.filter(hash => strings.has(hash)).length * 2 > lost.length) return false
  }
  return isAny
}
