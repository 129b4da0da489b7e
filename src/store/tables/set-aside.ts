import type { Generated } from 'kysely'
import type { TranslationChangeTable, UnitTable } from './translation.ts'

/** A repository file that was not imported because it looks broken; see the migration. */
interface HeldFileTable {
  component_id: number
  filename: string
  reason: string
  details: Generated<string>
  /** The last version that both sides had. */
  content: Buffer | null
  /** Whether a user has confirmed importing it as it is. */
  accepted: Generated<number>
  /** Microseconds. */
  held_at: number
}

/** A string that disappeared from its file, until it returns or is purged; see the migration. */
interface SetAsideUnitTable extends Omit<UnitTable, 'id'> {
  id: number
  component_id: number
  /** Microseconds. */
  set_aside_at: number
}

/** A language whose file disappeared from the repository. Its strings are set aside as well. */
interface SetAsideTranslationTable {
  id: number
  project_id: number
  component_id: number
  language_id: number
  language_code: string
  filename: string
  content: Buffer | null
  strings: number
  /** Microseconds. */
  set_aside_at: number
}

/** The history of languages that are set aside. */
interface SetAsideChangeTable extends Omit<TranslationChangeTable, 'id'> {
  id: number
}

export interface SetAsideTables {
  held_file: HeldFileTable
  set_aside_unit: SetAsideUnitTable
  set_aside_translation: SetAsideTranslationTable
  set_aside_change: SetAsideChangeTable
}
