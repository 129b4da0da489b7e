import type { GlossaryTerm } from '../checks/checked-unit.ts'
import { FlagSyntaxError, Flags } from '../checks/flags.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { splitForms } from './forms.ts'
import type { TranslationRow } from './rows.ts'
import type { Work } from './work.ts'

const MOST = 10_000

/** The terms of a project's glossaries in one language, read once for each piece of work. */
export function glossaryTerms(work: Work, { project_id, language_id }: TranslationRow): Promise<GlossaryTerm[]> {
  return work.once(`glossary ${project_id} ${language_id}`, async () => {
    const rows = await work.tx
      .selectFrom('unit')
      .innerJoin('translation', 'translation.id', 'unit.translation_id')
      .innerJoin('component', 'component.id', 'translation.component_id')
      .leftJoin('unit as source', 'source.id', 'unit.source_unit_id')
      .select(['unit.source', 'unit.target', 'unit.flags', 'source.extra_flags'])
      .where('component.is_glossary', '=', 1)
      .where('component.project_id', '=', project_id)
      .where('translation.language_id', '=', language_id)
      .where('translation.is_source', '=', 0)
      .where('unit.state', '>=', UNIT_STATES.translated)
      .orderBy('unit.id')
      .limit(MOST)
      .execute()
    return rows.map(row => {
      const flags = flagsIn(row.flags, row.extra_flags ?? '')
      return {
        source: splitForms(row.source)[0]!,
        target: splitForms(row.target)[0]!,
        readOnly: flags.has('read-only'),
        forbidden: flags.has('forbidden'),
      }
    })
  })
}

function flagsIn(...layers: string[]): Flags {
  try {
    return Flags.of(...layers)
  } catch (error) {
    if (error instanceof FlagSyntaxError) return Flags.of()
    throw error
  }
}
