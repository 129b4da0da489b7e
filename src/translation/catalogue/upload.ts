import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { SPREADSHEET } from '../formats/file-work.ts'
import { detectFormat, type FileFormat, FormatError, format, type ParsedFile, withOwnKeys } from '../formats/index.ts'
import { readFile } from '../formats/read-file.ts'
import { isZip } from '../formats/zip/read-zip.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { acceptable, checkSamePlurals, refuseOverlong } from './acceptable-file.ts'
import { addString } from './add-string.ts'
import { ACTION } from './change-actions.ts'
import { importContent, templateFile } from './component-files.ts'
import { formatOf, isByKey, readingMode } from './component-format.ts'
import { formsOf, UnitEdits } from './edit-units.ts'
import type { ExportedTranslation } from './export-file.ts'
import { hash64, joinForms } from './forms.ts'
import { idHash, type NewString } from './insert-units.ts'
import { keyFilter } from './key-filter.ts'
import { placeOf, type UnitRow } from './rows.ts'
import { suggest } from './suggestions.ts'
import { unitsInPortions } from './units-in-portions.ts'
import type { Work } from './work.ts'
import { checkPlaces, refuseUnwritable } from './writable.ts'
import { whyUnwritable } from './writable-text.ts'

const UNITS_AT_ONCE = 500

export const UPLOAD_METHODS = {
  translate: 'Add as translation',
  approve: 'Add as approved translation',
  suggest: 'Add as suggestion',
  fuzzy: 'Add as translation needing edit',
  replace: 'Replace existing translation file',
  source: 'Update source strings',
  add: 'Add new strings',
} as const

export const CONFLICTS = {
  '': 'Change only untranslated strings',
  ignore: 'Change only untranslated strings',
  'replace-translated': 'Change translated strings',
  'replace-approved': 'Change translated and approved strings',
} as const

export const FUZZY = {
  '': 'Do not import',
  process: 'Import as string needing edit',
  approve: 'Import as translated',
} as const

export interface Upload {
  content: Uint8Array
  filename: string
  method: keyof typeof UPLOAD_METHODS
  conflicts: keyof typeof CONFLICTS
  fuzzy: keyof typeof FUZZY
  /** The author of the changes, if not the account doing the work. */
  author?: number
}

interface UploadResult {
  not_found: number
  skipped: number
  accepted: number
  total: number
}

/** Imports the translations of a file, as far as the method and the conflict rule allow. */
export async function upload(work: Work, place: ExportedTranslation, options: Upload): Promise<UploadResult> {
  const own = formatOf(place)
  if (options.method === 'replace' || options.method === 'source') {
    const language = options.method === 'source' ? place.sourceLanguage : place.language
    if (place.translation.total > 0 && isBlank(options.content)) throw new FormatError('the file is empty')
    await importContent(work, place, language, options.content)
    const { units } = await readFile(own, options.content, { language: language.code })
    const total = units.filter(unit => !unit.obsolete).length
    work.record(ACTION.fileUploaded, placeOf(place.translation), { details: { method: options.method } })
    // The file replaces the translation with everything in it.
    return { not_found: 0, skipped: 0, accepted: total, total }
  }
  const { file, byKey } = await parse(work.tx, own, options, place)
  checkSamePlurals(await acceptable(file), place.translation.plural_number)
  refuseOverlong(file)
  refuseCharacters(own, file)
  const existing = new Map<string, UnitRow>()
  for await (const units of unitsInPortions(work.tx, place.translation.id, UNITS_AT_ONCE))
    for (const unit of units) existing.set(unit.id_hash, unit)
  const result: UploadResult = { not_found: 0, skipped: 0, accepted: 0, total: 0 }
  const adds = options.method === 'add'
  const added = new Set<string>()
  const edits = new UnitEdits(work, place.translation)
  for (const fileUnit of file.units) {
    await breathe()
    if (fileUnit.obsolete || fileUnit.duplicate) continue
    result.total++
    // Untranslated strings count towards the total, but there is nothing to import.
    if (!adds && (fileUnit.target.every(form => form === '') || (fileUnit.fuzzy && options.fuzzy === ''))) continue
    const unit =
      existing.get(hash64(joinForms(fileUnit.source), fileUnit.context)) ?? existing.get(hash64(fileUnit.context))
    if (adds) {
      const outcome = unit ? 'skipped' : await addNew(work, place, fileUnit, added)
      result[outcome]++
    } else if (unit === undefined || (byKey && fileUnit.context === '')) result.not_found++
    else if (await take(work, edits, place, unit, fileUnit, options)) result.accepted++
    else result.skipped++
  }
  await edits.write()
  if (added.size > 0) await checkPlaces(work, place)
  work.record(ACTION.fileUploaded, placeOf(place.translation), { details: { method: options.method, ...result } })
  return result
}

/** Rejects characters that the component's own format cannot represent. */
function refuseCharacters(own: FileFormat, { units }: ParsedFile): void {
  for (const { target, line } of units) {
    // Control characters are removed from translations automatically.
    const why = whyUnwritable(
      own,
      target.map(text => text.replace(/\p{Cc}/gu, '')),
    )
    if (why !== null) throw new FormatError(why, { line })
  }
}

const isBlank = (content: Uint8Array): boolean =>
  Buffer.from(content)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim() === ''

/**
 * Adds new strings. With keys, only the file of the source language can add strings, because a key alone has no text.
 * Duplicates are added once; `added` collects what was added.
 */
async function addNew(
  work: Work,
  place: ExportedTranslation,
  fileUnit: ParsedFile['units'][number],
  added: Set<string>,
): Promise<'accepted' | 'skipped' | 'not_found'> {
  const byKey = isByKey(place.component)
  const isSource = place.translation.is_source === 1
  const source = byKey && fileUnit.source.length === 0 ? (isSource ? fileUnit.target : []) : fileUnit.source
  if (source.every(form => form === '') || (byKey && fileUnit.context === '')) return 'not_found'
  if (byKey && !keyFilter(place.component)(fileUnit.context)) return 'skipped'
  const string: NewString = {
    source,
    context: fileUnit.context,
    byKey,
    note: fileUnit.note,
    location: fileUnit.location,
    flags: fileUnit.flags.join(', '),
  }
  const hash = idHash(string)
  if (added.has(hash)) return 'skipped'
  added.add(hash)
  refuseUnwritable(place, string)
  const forms = source.length > 1 ? place.translation.plural_number : 1
  const target = isSource ? [] : Array.from({ length: forms }, (_, i) => fileUnit.target[i] ?? '')
  const state = fileUnit.fuzzy ? UNIT_STATES.needsEditing : UNIT_STATES.translated
  await addString(work, place, string, { translation: place.translation.id, target, state }, ACTION.addedInUpload)
  return 'accepted'
}

/** The template of documents, which translations are compared with. */
async function templateOf(db: Reader, place: ExportedTranslation): Promise<ParsedFile | undefined> {
  const content = await templateFile(db, place)
  return content === null
    ? undefined
    : readFile(formatOf(place), content, { language: place.sourceLanguage.code, ...readingMode(place, true) })
}

/** Parses a file in the component's own format, or in the format it appears to have. */
async function parse(
  db: Reader,
  own: FileFormat,
  { content, filename }: Upload,
  place: ExportedTranslation,
): Promise<{ file: ParsedFile; byKey: boolean }> {
  const { language, translation } = place
  const options = {
    language: language.code,
    plural: { count: translation.plural_number, formula: translation.plural_formula },
  }
  if (isZip(content) && own.document !== true)
    return { file: await readFile({ id: SPREADSHEET }, content, options), byKey: false }
  const detected = detectFormat(filename, content)
  const other = detected === undefined ? undefined : format(detected)
  try {
    const template = own.document === true ? await templateOf(db, place) : undefined
    const file = await readFile(own, content, {
      ...options,
      template,
      ...readingMode(place, translation.is_source === 1),
    })
    const byKey = isByKey(place.component)
    return { file: byKey ? await withOwnKeys(file) : file, byKey }
  } catch (error) {
    if (!(error instanceof FormatError) || other === undefined || other.id === own.id) throw error
    return { file: await readFile(other, content, options), byKey: other.monolingual }
  }
}

async function take(
  work: Work,
  edits: UnitEdits,
  place: ExportedTranslation,
  unit: UnitRow,
  fileUnit: ParsedFile['units'][number],
  options: Upload,
): Promise<boolean> {
  const target = Array.from({ length: formsOf(unit, place.translation) }, (_, i) => fileUnit.target[i] ?? '')
  if (unit.state === UNIT_STATES.readonly || target.every(form => form === '')) return false
  if (options.method === 'suggest') {
    return (await suggest(work, place.translation, unit, target))?.isNew ?? false
  }
  const replaceTranslated = options.conflicts === 'replace-translated' || options.conflicts === 'replace-approved'
  if (unit.state >= UNIT_STATES.translated && !replaceTranslated) return false
  if (unit.state === UNIT_STATES.approved && options.conflicts !== 'replace-approved') return false
  const state = stateFor(fileUnit.fuzzy, options)
  if (unit.target === joinForms(target) && unit.state === state) return false
  await edits.add(unit, {
    target,
    state,
    action: ACTION.uploaded,
    ...(options.author !== undefined && { author: options.author }),
  })
  return true
}

function stateFor(fuzzy: boolean, { method, fuzzy: rule }: Upload): number {
  if (method === 'fuzzy' || (fuzzy && rule === 'process')) return UNIT_STATES.needsEditing
  return method === 'approve' ? UNIT_STATES.approved : UNIT_STATES.translated
}
