import { type SqlBool, sql } from 'kysely'
import type { MessageTranslations, TranslatedMessage } from '#core/interface-texts.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'
import { ACTION } from '#translation/catalogue/change-actions.ts'
import { interfaceComponent } from './interface-component.ts'
import { translationsByWikiCode, wikiCodeOf } from './wiki-codes.ts'

/** Above this, reloading languages is cheaper than reading single strings. */
const MAX_STRINGS = 500
const REMOVALS: readonly number[] = [ACTION.componentRemoved, ACTION.projectRemoved]

const shown = (target: string): string | null => (target === '' ? null : target)

/** Texts of the interface component as the wiki shows them, including unfinished ones. */
export const unitTexts: MessageTranslations = {
  async load(db, language) {
    const component = await interfaceComponent(db)
    const translation = component && (await translationsByWikiCode(db, component.id)).get(language)
    if (!translation) return new Map()
    const units = db.selectFrom('unit').where('translation_id', '=', translation.id)
    const rows = await units.select(['context', 'target']).execute()
    return new Map(rows.map(({ context, target }) => [context, shown(target)]))
  },

  async changedBy(db, change) {
    const { first, last } = change.data
    if (!isAboutStrings(change) || typeof first !== 'number' || typeof last !== 'number') return []
    const component = await interfaceComponent(db)
    return changesBetween(db, first, last, component?.id ?? -1)
  },
}

const isAboutStrings = ({ area, kind }: LoggedChange): boolean => area === 'translation' && kind === 'changes'

async function changesBetween(
  db: Reader,
  first: number,
  last: number,
  component: number,
): Promise<TranslatedMessage[] | null> {
  const rows = await db
    .selectFrom('translation_change as change')
    .leftJoin('unit', 'unit.id', 'change.unit_id')
    .leftJoin('translation', 'translation.id', 'unit.translation_id')
    .leftJoin('translation_language as language', 'language.id', 'translation.language_id')
    .select(['unit.context', 'unit.target', 'translation.language_code', 'language.code'])
    .where('change.id', '>=', first)
    .where('change.id', '<=', last)
    // The no-op plus keeps the planner off the component index, which would scan the component's whole history.
    .where(sql<SqlBool>`(+change.component_id = ${component} or +change.action in (${sql.join(REMOVALS)}))`)
    .limit(MAX_STRINGS + 1)
    .execute()
  if (rows.length > MAX_STRINGS) return null
  const messages: TranslatedMessage[] = []
  for (const { context, target, language_code, code } of rows) {
    // A file, a whole language or a deleted string: anything may have changed.
    if (context === null || target === null || language_code === null || code === null) return null
    messages.push({ language: wikiCodeOf({ language_code }, { code }), name: context, text: shown(target) })
  }
  return messages
}
