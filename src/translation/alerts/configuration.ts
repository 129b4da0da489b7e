// Alerts about settings that do not fit the files or strings of a component.

import type { Reader } from '#store/store.ts'
import type { Finding } from '../catalogue/alerts.ts'
import { isByKey } from '../catalogue/component-format.ts'
import type { ComponentRow, ProjectRow } from '../catalogue/components.ts'
import { enforcedBy } from '../catalogue/edit-units.ts'
import { flagsOf } from '../catalogue/flags-of.ts'
import { isPushed, usesGit } from '../catalogue/version-control.ts'
import { check } from '../checks/index.ts'
import { separatesWords } from '../checks/language.ts'
import { UNIT_STATES } from '../values/unit-states.ts'

export async function configurationFindings(
  db: Reader,
  project: ProjectRow,
  component: ComponentRow,
): Promise<Finding[]> {
  const unused = await unusedChecks(db, project, component)
  const pushesNowhere = usesGit(component) && component.linked_component_id === null && !isPushed(component)
  return [
    ['MissingPushURL', pushesNowhere ? {} : null],
    ['UnusedEnforcedCheck', unused.length > 0 ? { duplicates: unused } : null],
    ['MonolingualTranslation', (await hasKeysAsSources(db, component)) ? {} : null],
    ['BilingualPOConfiguredAsMonolingual', (await hasSourcesAsKeys(db, component)) ? {} : null],
    ['MissingSafeHTMLFlag', (await hasUncheckedLinks(db, project, component)) ? {} : null],
  ]
}

/** Names of enforced checks that no string runs, because they need a flag. */
async function unusedChecks(db: Reader, project: ProjectRow, component: ComponentRow): Promise<string[]> {
  const shared = flagsOf([project.check_flags, component.check_flags])
  const unused: string[] = []
  for (const id of enforcedBy(component)) {
    const { flags = [], name = id } = check(id) ?? {}
    if (flags.length === 0 || flags.some(flag => shared.has(flag))) continue
    if (!(await isFlagged(db, component.id, flags))) unused.push(name)
  }
  return unused
}

async function isFlagged(db: Reader, component: number, flags: readonly string[]): Promise<boolean> {
  const rows = await db
    .selectFrom('translation')
    .innerJoin('unit', 'unit.translation_id', 'translation.id')
    .select(['unit.flags', 'unit.extra_flags'])
    .distinct()
    .where('translation.component_id', '=', component)
    .where('translation.is_source', '=', 1)
    .where(eb =>
      eb.or(
        flags.flatMap(flag => [eb('unit.flags', 'like', `%${flag}%`), eb('unit.extra_flags', 'like', `%${flag}%`)]),
      ),
    )
    .execute()
  // The name of a flag may be part of another.
  return rows.some(row => {
    const own = flagsOf([row.flags, row.extra_flags])
    return flags.some(flag => own.has(flag))
  })
}

const FEWEST_STRINGS = 4

/**
 * Whether the source texts of a bilingual component look like keys: none of them has a space, although translations do.
 */
async function hasKeysAsSources(db: Reader, component: ComponentRow): Promise<boolean> {
  if (component.is_glossary === 1 || isByKey(component)) return false
  const translations = await db
    .selectFrom('translation')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('translation_language as source', 'source.id', 'component.source_language_id')
    .select(['translation.id', 'language.code', 'source.code as source'])
    .where('translation.component_id', '=', component.id)
    .where('translation.is_source', '=', 0)
    .where('translation.total', '>=', FEWEST_STRINGS)
    .where('translation.translated', '>', 0)
    .orderBy('translation.translated', 'desc')
    .limit(20)
    .execute()
  const spaced = translations.find(({ code, source }) => separatesWords(code) && separatesWords(source))
  if (spaced === undefined) return false
  const units = db.selectFrom('unit').select('id').where('translation_id', '=', spaced.id)
  if ((await units.where('source', 'like', '% %').limit(1).executeTakeFirst()) !== undefined) return false
  const translated = units.where('state', '>=', UNIT_STATES.translated).where('target', 'like', '% %')
  return (await translated.limit(1).executeTakeFirst()) !== undefined
}

const sourceUnits = (db: Reader, { id }: ComponentRow) =>
  db
    .selectFrom('translation')
    .innerJoin('unit', 'unit.translation_id', 'translation.id')
    .where('translation.component_id', '=', id)
    .where('translation.is_source', '=', 1)

/** Whether the keys of a gettext file without texts look like source texts: several of them have spaces. */
async function hasSourcesAsKeys(db: Reader, component: ComponentRow): Promise<boolean> {
  if (component.file_format !== 'po-mono' || component.is_glossary === 1) return false
  const empty = sourceUnits(db, component).select('unit.id').where('unit.source', '=', '')
  const rows = await empty.where('unit.context', 'like', '% %').limit(FEWEST_STRINGS).execute()
  return rows.length === FEWEST_STRINGS
}

const HTML_CHECK = ['safe-html', 'auto-safe-html']

/** Whether strings have links in HTML, but none is checked for other links and scripts. */
async function hasUncheckedLinks(db: Reader, project: ProjectRow, component: ComponentRow): Promise<boolean> {
  if (flagsOf([project.check_flags, component.check_flags]).hasAny(HTML_CHECK)) return false
  const links = sourceUnits(db, component).select('unit.id').where('unit.source', 'like', '%<a %')
  if ((await links.limit(1).executeTakeFirst()) === undefined) return false
  return !(await isFlagged(db, component.id, HTML_CHECK))
}
