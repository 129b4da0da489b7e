import type { Account } from '#accounts/account.ts'
import type { Reader } from '#store/store.ts'
import { loadPermissions } from '../catalogue/permissions.ts'
import { Addresses } from '../values/addresses.ts'
import type { TranslationNumbers } from './gather.ts'
import type { TranslationLine } from './mails/digest-mail.ts'
import { MOST_LISTED } from './tally.ts'
import type { Words } from './words.ts'

/** One line per translation, up to the email's limit. `hidden` counts those that are deleted or not visible. */
export async function describeTranslations(
  db: Reader,
  t: Words,
  numbers: TranslationNumbers,
  reader: Account,
  site: string,
): Promise<{ lines: TranslationLine[]; hidden: number }> {
  const ids = [...numbers.keys()].slice(0, MOST_LISTED)
  const permissions = await loadPermissions(db, reader)
  const rows = await db
    .selectFrom('translation')
    .innerJoin('project', 'project.id', 'translation.project_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .select(['translation.id', 'translation.total', 'translation.translated'])
    .select(['project.id as project_id', 'project.name as project_name', 'project.slug', 'project.access_control'])
    .select(['component.id as component_id', 'component.name as component_name', 'component.path'])
    .select(['component.restricted', 'language.name as language_name', 'language.code'])
    .where('translation.id', 'in', ids)
    .orderBy('project.name')
    .orderBy('component.name')
    .orderBy('language.name')
    .execute()
  const visible = rows.filter(row =>
    permissions.seesComponent(
      { id: row.project_id, access_control: row.access_control },
      { id: row.component_id, restricted: row.restricted },
    ),
  )
  const addresses = new Addresses(site)
  const lines = visible.map(row => ({
    where: [row.project_name, row.component_name, row.language_name],
    link: addresses.web('translate', row.slug, ...row.path.split('/'), row.code),
    summary: summaryLine(t, numbers.get(row.id)!, row.total - row.translated),
  }))
  return { lines, hidden: ids.length - visible.length }
}

function summaryLine(t: Words, counts: NonNullable<ReturnType<TranslationNumbers['get']>>, unfinished: number): string {
  const { waiting, ...activity } = counts
  if (waiting !== undefined) return t('{{count}} pending', { count: waiting })
  const done = Object.entries(activity).map(([what, count]) => t(`{{count}} ${what}`, { count }))
  return [...done, t('{{count}} unfinished', { count: unfinished })].join(', ')
}
