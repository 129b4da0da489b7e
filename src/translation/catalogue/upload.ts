import { detectFormat, type FileFormat, FormatError, format, type ParsedFile } from '../formats/index.ts'
import { UNIT_STATES } from '../statistics/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { formatOf, importContent } from './component-files.ts'
import type { ExportedTranslation } from './export-file.ts'
import { hash64, joinForms } from './forms.ts'
import { suggest } from './suggestions.ts'
import { placeOf } from './translations.ts'
import { editUnit, formsOf, type UnitRow } from './units.ts'
import type { Work } from './work.ts'

export const UPLOAD_METHODS = {
  translate: 'Add as translation',
  approve: 'Add as approved translation',
  suggest: 'Add as suggestion',
  fuzzy: 'Add as translation needing edit',
  replace: 'Replace existing translation file',
  source: 'Update source strings',
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
}

export interface UploadResult {
  not_found: number
  skipped: number
  accepted: number
  total: number
}

/** Takes what is translated in a file over into a translation, as far as the method and the conflict rule allow. */
export async function upload(work: Work, place: ExportedTranslation, wish: Upload): Promise<UploadResult> {
  const own = formatOf(place)
  if (wish.method === 'replace' || wish.method === 'source') {
    const language = wish.method === 'source' ? place.sourceLanguage : place.language
    const { added, changed } = await importContent(work, place, language, wish.content)
    const total = own.parse(wish.content, { language: language.code }).units.filter(unit => !unit.obsolete).length
    work.record(ACTION.fileUploaded, placeOf(place.translation), { details: { method: wish.method } })
    return { not_found: 0, skipped: total - added - changed, accepted: added + changed, total }
  }
  const { file, kind } = parse(own, wish, place)
  const units = await work.tx
    .selectFrom('unit')
    .selectAll()
    .where('translation_id', '=', place.translation.id)
    .execute()
  const known = new Map(units.map(unit => [unit.id_hash, unit]))
  const result: UploadResult = { not_found: 0, skipped: 0, accepted: 0, total: 0 }
  for (const given of file.units) {
    if (given.obsolete || given.target.every(form => form === '')) continue
    result.total++
    const unit = known.get(hash64(joinForms(given.source), given.context)) ?? known.get(hash64(given.context))
    if (unit === undefined || (kind.monolingual && given.context === '')) result.not_found++
    else if (await take(work, place, unit, given, wish)) result.accepted++
    else result.skipped++
  }
  work.record(ACTION.fileUploaded, placeOf(place.translation), { details: { method: wish.method, ...result } })
  return result
}

/** In the component's own format, or in the one that the file seems to be in. */
function parse(
  own: FileFormat,
  { content, filename }: Upload,
  { language, translation }: ExportedTranslation,
): { file: ParsedFile; kind: FileFormat } {
  const options = {
    language: language.code,
    plural: { count: translation.plural_number, formula: translation.plural_formula },
  }
  const detected = detectFormat(filename, content)
  const other = detected === undefined ? undefined : format(detected)
  try {
    return { file: own.parse(content, options), kind: own }
  } catch (error) {
    if (!(error instanceof FormatError) || other === undefined || other.id === own.id) throw error
    return { file: other.parse(content, options), kind: other }
  }
}

async function take(
  work: Work,
  place: ExportedTranslation,
  unit: UnitRow,
  given: ParsedFile['units'][number],
  wish: Upload,
): Promise<boolean> {
  const target = Array.from({ length: formsOf(unit, place.translation) }, (_, i) => given.target[i] ?? '')
  if (unit.state === UNIT_STATES.readonly || target.every(form => form === '')) return false
  if (given.fuzzy && wish.fuzzy === '') return false
  if (wish.method === 'suggest') {
    if (unit.target === joinForms(target)) return false
    return (await suggest(work, place.translation, unit, target)).isNew
  }
  const replaceTranslated = wish.conflicts === 'replace-translated' || wish.conflicts === 'replace-approved'
  if (unit.state >= UNIT_STATES.translated && !replaceTranslated) return false
  if (unit.state === UNIT_STATES.approved && wish.conflicts !== 'replace-approved') return false
  const state = stateFor(given.fuzzy, wish)
  if (unit.target === joinForms(target) && unit.state === state) return false
  await editUnit(work, place.translation, unit, { target, state, action: ACTION.uploaded })
  return true
}

function stateFor(fuzzy: boolean, { method, fuzzy: rule }: Upload): number {
  if (method === 'fuzzy' || (fuzzy && rule === 'process')) return UNIT_STATES.needsEditing
  return method === 'approve' ? UNIT_STATES.approved : UNIT_STATES.translated
}
