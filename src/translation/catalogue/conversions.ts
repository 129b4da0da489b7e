import type { Reader } from '#store/store.ts'
import { exportFormats } from '../formats/export/convert.ts'
import { formats } from '../formats/index.ts'
import { isFuzzy, UNIT_STATES } from '../values/unit-states.ts'
import { convertFile, type ExportedTranslation, unitsOf } from './export-file.ts'
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
        write((await unitsOf(db, place.translation.id)).filter(keep).map(exported), {
          sourceLanguage: place.sourceLanguage.code,
          targetLanguage: place.language.code,
          project: place.project.name,
          plural: { count: place.translation.plural_number, formula: place.translation.plural_formula },
        }),
    },
  ]),
])

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
