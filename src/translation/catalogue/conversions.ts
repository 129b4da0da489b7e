import type { Reader } from '#store/store.ts'
import { exportFormats } from '../formats/export/convert.ts'
import { formats } from '../formats/index.ts'
import { isFuzzy, UNIT_STATES } from '../values/unit-states.ts'
import { convertFile, type ExportedTranslation, unitsOf } from './export-file.ts'
import { flagsOf } from './flags-of.ts'
import { splitForms } from './forms.ts'
import type { UnitRow } from './rows.ts'

/** A format that any translation can be downloaded in. */
export interface Conversion {
  readonly id: string
  readonly extension: string
  readonly contentType: string | null
  write(db: Reader, place: ExportedTranslation, keep?: (unit: UnitRow) => boolean): Promise<Uint8Array>
}

const byId = new Map<string, Conversion>([
  ...formats()
    .filter(({ restricted }) => !restricted)
    .map((kind): [string, Conversion] => [
      kind.id,
      {
        id: kind.id,
        extension: kind.extensions[0]!,
        contentType: null,
        write: (db, place, keep) => convertFile(db, kind, place, keep),
      },
    ]),
  // Formats made for downloads take precedence.
  ...exportFormats.map(({ id, extension, contentType, write }): [string, Conversion] => [
    id,
    {
      id,
      extension,
      contentType,
      write: async (db, place, keep = () => true) =>
        write(await exportedUnits(db, place, keep), {
          sourceLanguage: place.sourceLanguage.code,
          targetLanguage: place.language.code,
          project: place.project.name,
          plural: { count: place.translation.plural_number, formula: place.translation.plural_formula },
        }),
    },
  ]),
])

async function exportedUnits(db: Reader, { translation }: ExportedTranslation, keep: (unit: UnitRow) => boolean) {
  const units = (await unitsOf(db, translation.id)).filter(keep)
  const extra = await db
    .selectFrom('unit')
    .innerJoin('unit as source', 'source.id', 'unit.source_unit_id')
    .select(['unit.id', 'source.extra_flags'])
    .where('unit.translation_id', '=', translation.id)
    .where('source.extra_flags', '<>', '')
    .execute()
  const extraById = new Map(extra.map(each => [each.id, each.extra_flags]))
  return units.map(unit => {
    const flags = flagsOf([unit.flags, extraById.get(unit.id) ?? ''])
    return { ...exported(unit), isForbidden: flags.has('forbidden'), isUntranslatable: flags.has('read-only') }
  })
}

const exported = (unit: UnitRow) => ({
  context: unit.context,
  source: splitForms(unit.source),
  target: splitForms(unit.target),
  fuzzy: isFuzzy(unit.state),
  approved: unit.state === UNIT_STATES.approved,
  note: unit.note,
  location: unit.location,
  flags: unit.flags === '' ? [] : unit.flags.split(/,\s*/),
})

export const conversion = (id: string): Conversion | undefined => byId.get(id)
export const conversionIds = (): string[] => [...byId.keys()].sort()
