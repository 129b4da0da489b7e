import type { Reader } from '#store/store.ts'
import type { Finding } from '../catalogue/alerts.ts'
import { isByKey } from '../catalogue/component-format.ts'
import type { ComponentRow } from '../catalogue/components.ts'

/** Alerts about a glossary; for other components they are cleared. */
export async function glossaryFindings(db: Reader, component: ComponentRow): Promise<Finding[]> {
  const isGlossary = component.is_glossary === 1
  const unused = isGlossary ? await unusedLanguages(db, component) : []
  return [
    ['MonolingualGlossary', isGlossary && isByKey(component) ? {} : null],
    ['UnusedGlossaryLanguage', unused.length > 0 ? { duplicates: unused } : null],
  ]
}

/** Languages of a glossary that no other component of its project has; none as long as there are no others. */
async function unusedLanguages(db: Reader, { id, project_id }: ComponentRow): Promise<string[]> {
  const used = await db
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .select('translation.language_id')
    .distinct()
    .where('translation.project_id', '=', project_id)
    .where('component.is_glossary', '=', 0)
    .execute()
  if (used.length === 0) return []
  const ids = used.map(each => each.language_id)
  const rows = await db
    .selectFrom('translation')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .select(['language.code', 'language.name'])
    .where('translation.component_id', '=', id)
    .where('translation.is_source', '=', 0)
    .where('translation.language_id', 'not in', ids)
    .orderBy('language.code')
    .execute()
  return rows.map(({ code, name }) => `${name} (${code})`)
}
