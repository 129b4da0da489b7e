// Imports changed files of a repository into the database, string by string.

import { microseconds } from '#fields/timestamp.ts'
import type { Reader } from '#store/store.ts'
import { importContent, storedFile, storeFile } from '../catalogue/component-files.ts'
import { isByKey } from '../catalogue/component-format.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import { formsOf } from '../catalogue/edit-units.ts'
import { isMask, matchMask } from '../catalogue/filemask.ts'
import { type LanguageRow, languageForFile, parseLanguageAliases } from '../catalogue/languages.ts'
import { lockUnit, type TranslationRow } from '../catalogue/rows.ts'
import { suggest } from '../catalogue/suggestions.ts'
import { translationOf } from '../catalogue/translations.ts'
import { type Work, work } from '../catalogue/work.ts'
import { FormatError } from '../formats/index.ts'
import { type Authorship, authorsOf, writtenHere } from './authors.ts'
import type { TreeFile } from './copy.ts'
import { CutOffFile, checkWhole, heldFile, holdFile, releaseFiles } from './held-files.ts'
import { letGo, waitForMask } from './leaving-files.ts'
import { type NewPlace, newPlaceOf, type Renames } from './moved-files.ts'
import { forgetRemovedFile, removedFiles } from './removed-files.ts'
import { RepositoryError } from './repository-error.ts'
import type { Session } from './session.ts'
import { proposedStrings, stringsIn } from './strings-in.ts'
import { takeScreenshots } from './take-screenshots.ts'
import { ThreeWayMerge, type Winner } from './three-way-merge.ts'

type Files = ReadonlyMap<string, TreeFile>

export interface Arrival {
  /** The last versions that both sides had; null when unknown. */
  readonly base: Files | null
  readonly theirs: Files
  /** After a force push: the files at the merge base of the old and new history. */
  readonly fork?: Files | undefined
  /** Versions that we proposed on a branch of our own. */
  readonly published?: readonly Files[]
  /** Symbolic links and submodules. */
  readonly others: ReadonlySet<string>
  /** Files to import although the repository did not change them. */
  readonly also: ReadonlySet<string>
  /** Discards pending changes in favour of the repository. */
  readonly dropOurs?: boolean
  /** Renamed files, as detected by git. */
  readonly renames?: () => Promise<Renames>
}

export interface TakenIn {
  /** Imported paths. */
  readonly files: string[]
  /** One line per string changed on both sides. */
  readonly clashes: string[]
  /** Files that could not be imported, with the reason. */
  readonly unreadable: string[]
  /** Problems per component. */
  readonly reports: Report[]
}

/** Problems with the files of one component. */
export interface Report {
  readonly parts: ComponentParts
  readonly hasFiles: boolean
  /** Too many files match the file mask; none was imported. */
  readonly hasTooMany: boolean
  /** Number of languages that had files, when no file matches the mask any longer. */
  readonly waiting: number
  /** The new location of the files, if git detected it. */
  readonly moved: NewPlace | null
  /** Whether a file was imported or deleted. */
  readonly isSettled: (filename: string) => boolean
  readonly unreadable: { filename: string; error: string }[]
  /** Files for a language that already has a file. */
  readonly duplicates: { filename: string; error: string }[]
  /** Base files that the settings name, but the repository does not have. */
  readonly missing: readonly string[]
}

export const nothingTaken = (): TakenIn => ({ files: [], clashes: [], unreadable: [], reports: [] })

/** A second file for the same language. */
class DuplicateFile extends FormatError {}

interface FoundFile {
  readonly path: string
  /** Null for the template, which has the source language. */
  readonly code: string | null
}

/** The files of a component in a commit, the source file first. */
export function filesOf({ component, sourceLanguage }: ComponentParts, files: Iterable<string>): FoundFile[] {
  const paths = [...files].sort()
  const masked = isMask(component.filemask) ? matchMask(component.filemask, paths, component.language_regex) : []
  const matched: FoundFile[] = masked.filter(({ path }) => path !== component.template && path !== component.new_base)
  if (component.template === '')
    return [
      ...matched.filter(({ code }) => code === sourceLanguage.code),
      ...matched.filter(({ code }) => code !== sourceLanguage.code),
    ]
  return [...(paths.includes(component.template) ? [{ path: component.template, code: null }] : []), ...matched]
}

/** Limit on files per component, the same as for archives. */
const MOST_FILES = 10_000

export async function takeIn(session: Session, parts: ComponentParts, arrival: Arrival): Promise<TakenIn> {
  const { base, theirs, also } = arrival
  const result = nothingTaken()
  // A file that failed before may parse now that others have changed.
  const stored = await storedNames(session, parts)
  const isNew = (path: string) =>
    base === null || also.has(path) || !stored.has(path) || base.get(path)?.blob !== theirs.get(path)?.blob
  const removed = await stillRemoved(session, parts, arrival)
  const present = filesOf(parts, theirs.keys()).filter(({ path }) => !removed.has(path))
  const { template, new_base, filemask } = parts.component
  const deleted =
    base === null
      ? []
      : filesOf(parts, base.keys()).filter(({ path }) => !theirs.has(path) && !arrival.others.has(path))
  // When all languages disappear at once, their files were probably moved.
  const isMoved = deleted.some(({ code }) => code !== null) && !present.some(({ code }) => code !== null)
  let waiting = 0
  if (isMoved) for (const { path } of deleted) if (await waitForMask(session, parts, path, arrival)) waiting++
  const renames = deleted.length > 0 ? await arrival.renames?.() : undefined
  const report: Report = {
    parts,
    hasFiles: present.length > 0 && waiting === 0,
    waiting,
    unreadable: [],
    duplicates: [],
    // Files that were uploaded here are written with the next commit.
    missing: [template, new_base].filter(
      name => name !== '' && !theirs.has(name) && (base !== null || !stored.has(name)),
    ),
    hasTooMany: present.length > MOST_FILES,
    moved: isMoved && renames !== undefined ? newPlaceOf(parts.component, base!.keys(), renames) : null,
    isSettled: filename => !theirs.has(filename) || result.files.includes(filename),
  }
  result.reports.push(report)
  const couldNot = (filename: string, error: string, list = report.unreadable): void => {
    result.unreadable.push(`${filename}: ${error}`)
    list.push({ filename, error })
  }
  if (report.hasTooMany) {
    couldNot(
      filemask,
      `${present.length} files match the file mask, but at most ${MOST_FILES} are allowed. Use a narrower mask`,
    )
    return result
  }
  if (template !== '' && !theirs.has(template)) {
    const to = renames?.get(template)
    couldNot(template, to === undefined ? 'it is not in the repository' : `it was moved to "${to}"`)
  }
  if (waiting > 0 || (present.length === 0 && removed.size === 0))
    result.unreadable.push(`${filemask}: no file in the repository matches the file mask`)
  for (const { path } of filesOf(parts, arrival.others))
    couldNot(path, 'it is a symbolic link or a submodule, not a file')
  await takeNewBase(session, parts, arrival, isNew)
  const changed = present.filter(({ path }) => isNew(path))
  for (const [i, file] of changed.entries()) {
    try {
      if (await takeFile(session, parts, file, arrival, result)) result.files.push(file.path)
    } catch (error) {
      const isTold = error instanceof FormatError || (error instanceof RepositoryError && error.kind === 'limit')
      if (!isTold) throw error
      if (!(error instanceof DuplicateFile)) await hold(session, parts, file, arrival, error)
      if (error instanceof CutOffFile) result.unreadable.push(`${file.path}: ${error.message}`)
      else couldNot(file.path, error.message, error instanceof DuplicateFile ? report.duplicates : report.unreadable)
    }
    await session.progress(20 + (70 * (i + 1)) / changed.length)
  }
  await takeScreenshots(session, parts, arrival)
  if (waiting === 0)
    for (const { path } of deleted) if (await letGo(session, parts, path, arrival)) result.files.push(path)
  return result
}

/** Keeps the last common version of a file whose new version cannot be imported. */
async function hold(
  { services: { store, clock }, copy }: Session,
  { component }: ComponentParts,
  { path }: FoundFile,
  { base }: Arrival,
  error: Error,
): Promise<void> {
  const before = base?.get(path)
  if (before === undefined) return
  const content = await copy.read(before)
  const why =
    error instanceof CutOffFile
      ? ({ reason: 'cut off', details: { lost: error.lost, total: error.total } } as const)
      : ({ reason: 'unreadable', details: { error: error.message } } as const)
  const now = microseconds(clock)
  await store.transaction(tx => holdFile({ tx, now }, component.id, path, { ...why, content }))
}

/** Files of languages that were removed here; ignored unless upstream changed them since. */
async function stillRemoved(
  { services: { store } }: Session,
  { component }: ComponentParts,
  { base, theirs, dropOurs = false }: Arrival,
): Promise<Set<string>> {
  const removed = new Set<string>()
  for (const { filename } of await removedFiles(store.read, component.id)) {
    const isChanged = theirs.has(filename) && base !== null && base.get(filename)?.blob !== theirs.get(filename)?.blob
    if (isChanged || dropOurs) await store.transaction(tx => forgetRemovedFile(tx, component.id, filename))
    else removed.add(filename)
  }
  return removed
}

async function storedNames({ services }: Session, { component }: ComponentParts): Promise<Set<string>> {
  const rows = await services.store.read
    .selectFrom('component_file')
    .select('filename')
    .where('component_id', '=', component.id)
    .execute()
  return new Set(rows.map(row => row.filename))
}

/** Stores the base file for new languages. */
async function takeNewBase(
  { services, account, copy }: Session,
  { component }: ComponentParts,
  { theirs }: Arrival,
  isNew: (path: string) => boolean,
): Promise<void> {
  const file = theirs.get(component.new_base)
  if (component.new_base === '' || file === undefined || !isNew(component.new_base)) return
  const content = await copy.read(file)
  await work(services, account, piece => storeFile(piece, component.id, component.new_base, content))
}

const languageOf = async (piece: Work, parts: ComponentParts, { path, code }: FoundFile): Promise<LanguageRow> => {
  if (code === null) return parts.sourceLanguage
  const language = await languageForFile(piece.tx, code, parseLanguageAliases(parts.project.language_aliases))
  if (language === null) throw new FormatError(`"${code}" in "${path}" is not a language code`)
  return language
}

async function takeFile(
  session: Session,
  parts: ComponentParts,
  file: FoundFile,
  arrival: Arrival,
  result: TakenIn,
): Promise<boolean> {
  const { services, account, copy } = session
  const { base, theirs, fork, dropOurs = false } = arrival
  const state = await session.state(parts.component.id)
  const content = await copy.read(theirs.get(file.path)!)
  const parting = fork?.get(file.path)
  const began = parting && (await copy.read(parting))
  const clashes = await work(services, account, async piece => {
    const language = await languageOf(piece, parts, file)
    const isSource = language.id === parts.sourceLanguage.id
    // With a template, the template is the file of the source language.
    if (file.code !== null && isSource && parts.component.template !== '') return null
    const { translation, name } = await settleName(piece, parts, language, file, theirs)
    const { tx } = piece
    const { id } = parts.component
    const held = (await heldFile(tx, id, file.path)) ?? (await heldFile(tx, id, name))
    // Compare a moved file with its old path.
    const baseFile = base?.get(name)
    const before = held?.content ?? (baseFile && (await copy.read(baseFile))) ?? (await storedFile(tx, id, file.path))
    const isJoining = state.is_joining === 1 && baseFile === undefined
    const had = translation && before && (await stringsIn(piece, { ...parts, language, translation }, before))
    if (translation !== null && had !== null && held?.accepted !== 1 && !isJoining)
      await checkWhole(tx, {
        parts,
        language,
        translation,
        before: had,
        bytesBefore: before!.length,
        content,
        references: () => referencesFor(session, parts, file, theirs),
      })
    await releaseFiles(tx, id, [file.path, name])
    const settlement =
      translation === null || dropOurs
        ? undefined
        : new ThreeWayMerge(
            had,
            isSource && isByKey(parts.component),
            parts.component.clash_style as Winner,
            isJoining
              ? { began: new Map(), written: await translatedUnits(piece.tx, translation.id) }
              : fork === undefined
                ? null
                : {
                    began: (began && (await stringsIn(piece, { ...parts, language, translation }, began))) ?? new Map(),
                    written: await writtenHere(piece.tx, translation.id),
                  },
            await proposedStrings(copy, piece, { ...parts, language, translation }, arrival.published, [
              file.path,
              name,
            ]),
          )
    const taken = await importContent(piece, parts, language, content, file.code ?? undefined, settlement)
    if (settlement === undefined) return []
    await waitToBeWritten(piece, [...settlement.kept])
    return keepAsSuggestions(piece, taken.translation, settlement, parts.component.clash_style as Winner)
  })
  if (clashes === null) return false
  result.clashes.push(...clashes.map(text => `${file.path}: ${text}`))
  return true
}

/** Units with a text. A repository that a component joins never removed them, so texts that it lacks are kept. */
async function translatedUnits(db: Reader, translation: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('unit')
    .select('id')
    .where('translation_id', '=', translation)
    .where('target', '<>', '')
    .execute()
  return new Set(rows.map(row => row.id))
}

/** How many files to compare to decide whether strings were removed on purpose. */
const MOST_REFERENCES = 3

/** Files that show which strings should exist: the template if there is one, else other languages. */
async function* referencesFor(
  { copy }: Session,
  parts: ComponentParts,
  { path }: FoundFile,
  theirs: Files,
): AsyncGenerator<Buffer> {
  const { template, new_base } = parts.component
  const templates = [template, new_base].filter(name => theirs.has(name) && name !== path)
  const others = filesOf(parts, theirs.keys())
    .map(each => each.path)
    .filter(each => each !== path)
  for (const name of (templates.length > 0 ? templates : others).slice(0, MOST_REFERENCES))
    yield await copy.read(theirs.get(name)!)
}

/** The existing translation for the file, with its previous filename. */
async function settleName(
  { tx }: Work,
  parts: ComponentParts,
  language: LanguageRow,
  { path }: FoundFile,
  theirs: Files,
): Promise<{ translation: TranslationRow | null; name: string }> {
  const { component } = parts
  const translation = await translationOf(tx, component.id, language.id)
  if (translation === null || translation.filename === path) return { translation, name: path }
  const name = translation.filename
  // A file that the mask no longer matches is left over from before a move.
  const isRival = theirs.has(name) && filesOf(parts, [name]).length > 0
  if (translation.is_source === 0 && isRival)
    throw new DuplicateFile(`"${name}" is also a file for the language ${language.code}`)
  await tx.updateTable('translation').set({ filename: path }).where('id', '=', translation.id).execute()
  if ((await storedFile(tx, component.id, path)) === null)
    await tx
      .updateTable('component_file')
      .set({ filename: path })
      .where('component_id', '=', component.id)
      .where('filename', '=', name)
      .execute()
  return { translation: { ...translation, filename: path }, name }
}

const UNITS_AT_ONCE = 500

export async function waitToBeWritten({ tx }: Work, units: readonly number[]): Promise<void> {
  for (let i = 0; i < units.length; i += UNITS_AT_ONCE)
    await tx
      .updateTable('unit')
      .set({ pending: 1 })
      .where('id', 'in', units.slice(i, i + UNITS_AT_ONCE))
      .execute()
}

/** Keeps the losing texts as suggestions, credited to their author here or to nobody when they came from the repository. */
async function keepAsSuggestions(
  piece: Work,
  translation: TranslationRow,
  { clashes }: ThreeWayMerge,
  winner: Winner,
): Promise<string[]> {
  const named = clashes.map(({ unit }) => `"${short(unit.source)}"`)
  if (translation.is_source === 1) return named
  const ids = clashes.map(({ unit }) => unit.id)
  const authors = winner === 'theirs' ? await authorsOf(piece.tx, ids) : new Map<number, Authorship>()
  for (const { unit, lost } of clashes) {
    const current = await lockUnit(piece, unit.id)
    // A file may have a different number of plural forms than the language.
    const forms = Array.from({ length: formsOf(current, translation) }, (_, i) => lost[i] ?? '')
    if (forms.some(form => form !== ''))
      await suggest(piece, translation, current, forms, authors.get(unit.id)?.account ?? null)
  }
  return named
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
