import { microseconds } from '#fields/timestamp.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { splitForms } from '../catalogue/forms.ts'
import { glossaryTerms } from '../catalogue/glossary.ts'
import { loadingFrom } from '../catalogue/loading.ts'
import { unitsInPortions } from '../catalogue/units-in-portions.ts'
import type { GlossaryTerm } from '../checks/checked-unit.ts'
import { usesTerms } from '../checks/glossary/glossary.ts'
import type { TaskHandler } from '../tasks/tasks.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { termsByWord } from './terms-by-word.ts'

/** Strings per portion. */
const AT_ONCE = 500

export interface LanguageCoverage {
  readonly language: string
  readonly name: string
  /** Terms of the glossaries of the project. */
  readonly terms: number
  readonly translated: number
  /** Terms with the flag `terminology` that have no translation. */
  readonly missing: number
  /** As of `counted`; null if they were never counted. */
  readonly strings: number | null
  readonly following: number | null
  readonly counted: number | null
}

/** How complete the glossaries of a project are in each language, and how many strings use their terms. */
export async function coverageOf(db: Reader, project: number): Promise<LanguageCoverage[]> {
  const rows = await db
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .innerJoin('unit', 'unit.translation_id', 'translation.id')
    .leftJoin('unit as source', 'source.id', 'unit.source_unit_id')
    .leftJoin('glossary_coverage as counted', join =>
      join
        .onRef('counted.project_id', '=', 'translation.project_id')
        .onRef('counted.language_id', '=', 'translation.language_id'),
    )
    .select(eb => [
      'language.code as language',
      'language.name',
      'counted.strings',
      'counted.following',
      'counted.counted_at as counted',
      eb.fn.countAll<number>().as('terms'),
      eb.fn.countAll<number>().filterWhere('unit.state', '>=', UNIT_STATES.translated).as('translated'),
      eb.fn
        .countAll<number>()
        .filterWhere('unit.state', '<', UNIT_STATES.translated)
        .filterWhere(or =>
          or.or([or('source.extra_flags', 'like', TERMINOLOGY), or('unit.flags', 'like', TERMINOLOGY)]),
        )
        .as('missing'),
    ])
    .where('translation.project_id', '=', project)
    .where('component.is_glossary', '=', 1)
    .where('component.restricted', '=', 0)
    .where('translation.is_source', '=', 0)
    .groupBy(['language.code', 'language.name', 'counted.strings', 'counted.following', 'counted.counted_at'])
    .orderBy('language.code')
    .execute()
  return rows.map(row => ({
    ...row,
    terms: Number(row.terms),
    translated: Number(row.translated),
    missing: Number(row.missing),
  }))
}

const TERMINOLOGY = '%terminology%'

/** Counts the translated strings whose source contains a term, and those that use its translation. */
export const coverageTask: TaskHandler = async (services, run) => {
  const { store, clock } = services
  const project = Number(run.payload.project)
  const translations = await store.read
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .innerJoin('translation_language as source', 'source.id', 'component.source_language_id')
    .selectAll('translation')
    .select(['language.code as target_code', 'source.code as source_code'])
    .where('translation.project_id', '=', project)
    .where('component.is_glossary', '=', 0)
    // The numbers are visible to everyone who sees the project.
    .where('component.restricted', '=', 0)
    .where('translation.is_source', '=', 0)
    .orderBy('translation.language_id')
    .orderBy('translation.id')
    .execute()
  const counts = new Map<number, { strings: number; following: number }>()
  for (const [i, translation] of translations.entries()) {
    const all = await glossaryTerms(loadingFrom(store.read), translation)
    const terms = all.filter(term => term.readOnly === true || term.target !== '')
    const languages = { source: translation.source_code, target: translation.target_code }
    const found = await countIn(store.read, translation.id, terms, languages)
    const { strings = 0, following = 0 } = counts.get(translation.language_id) ?? {}
    counts.set(translation.language_id, {
      strings: strings + found.strings,
      following: following + found.following,
    })
    await run.progress((100 * (i + 1)) / translations.length)
  }
  await store.transaction(async tx => {
    await tx.deleteFrom('glossary_coverage').where('project_id', '=', project).execute()
    const rows = [...counts].map(([language_id, count]) => ({
      ...{ project_id: project, language_id, counted_at: microseconds(clock) },
      ...count,
    }))
    // The project may have been deleted meanwhile.
    const exists = await tx.selectFrom('project').select('id').where('id', '=', project).executeTakeFirst()
    if (exists !== undefined && rows.length > 0) await tx.insertInto('glossary_coverage').values(rows).execute()
    await run.finish(tx, { languages: rows.length })
  })
}

async function countIn(
  db: Reader,
  translation: number,
  terms: readonly GlossaryTerm[],
  languages: { readonly source: string; readonly target: string },
): Promise<{ strings: number; following: number }> {
  const count = { strings: 0, following: 0 }
  if (terms.length === 0) return count
  const termsIn = termsByWord(terms, languages.source)
  for await (const units of unitsInPortions(db, translation, AT_ONCE)) {
    for (const { source, target, state } of units) {
      if (state < UNIT_STATES.translated || state === UNIT_STATES.readonly) continue
      const [texts, translated] = [splitForms(source), splitForms(target)]
      // Of a plural, the last form is the general one.
      const relevant = termsIn(texts.at(-1)!)
      if (relevant.length === 0) continue
      count.strings++
      if (usesTerms(translated.at(-1)!, relevant, languages.target)) count.following++
    }
    await breathe()
  }
  return count
}
