// Files of a repository that are not taken in, because they look broken: nothing changes here until they are whole again, or
// until somebody accepts them as they are.

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

/** Why a file is held back: it cannot be read, it lost most of its strings, or the file mask no longer matches it. */
type HeldReason = 'unreadable' | 'cut off' | 'moved'

/** A file lost so many of its strings that it was probably cut off. */
export class CutOffFile extends FormatError {
  readonly lost: number
  readonly total: number

  constructor(lost: number, total: number) {
    super(`${lost} of its ${total} strings are missing, so it was probably cut off`)
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

/** `content` is the file as both sides had it last: whatever comes next is compared with that, however often it was held. */
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

/** Files that look cut off are an alert until they are whole, or accepted. */
export async function noteCutOff(piece: Work, { project, component }: ComponentParts): Promise<void> {
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
}

/** What was written over these files is whole again. */
export async function filesWritten(piece: Work, parts: ComponentParts, filenames: ReadonlySet<string>): Promise<void> {
  const place = { project_id: parts.project.id, component_id: parts.component.id }
  await releaseFiles(piece.tx, parts.component.id, [...filenames])
  const known = await alertAt(piece.tx, place, 'ParseError')
  if (known !== null)
    await settleAlert(
      piece,
      place,
      'ParseError',
      occurrencesNow(known, name => filenames.has(name), []),
    )
  await noteCutOff(piece, parts)
}

/** A file may lose some strings; more than half of them, and this many, it loses by accident. */
const FEWEST_LOST = 20

export interface Comparison {
  readonly parts: ComponentParts
  readonly language: LanguageRow
  readonly translation: TranslationRow
  readonly before: ReadonlyMap<string, FileString>
  /** How long the file was. */
  readonly bytesBefore: number
  readonly content: Buffer
  /** Contents of files that say which strings there are: the template, or those of other languages. */
  readonly references: () => AsyncIterable<Buffer>
}

const isBlank = (content: Buffer): boolean =>
  content
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim() === ''

const isSourceOf = ({ language, parts }: Comparison): boolean => language.id === parts.sourceLanguage.id

/** Throws when a file looks as if something happened to it on its way. */
export async function checkWhole(db: Reader, comparison: Comparison): Promise<void> {
  const { parts, language, translation, before, bytesBefore, content } = comparison
  if (before.size > 0 && isBlank(content)) throw new FormatError('the file is empty')
  // Whoever loses half of their strings becomes shorter.
  if (content.length >= bytesBefore) return
  const isSource = isSourceOf(comparison)
  const has = ({ given }: FileString) => isSource || (given.target ?? []).some(form => form !== '')
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

/** Strings that the template and the other languages no longer have either were removed on purpose. */
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
