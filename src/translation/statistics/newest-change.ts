import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { Scope } from './places.ts'

/**
 * Recomputes the time of the last change. Needed only when a translation was removed; additions just move it forward.
 */
export async function newestChange(tx: Writer, scope: Scope): Promise<void> {
  await tx
    .updateTable('translation_total')
    .set({ last_change: await newestIn(tx, scope) })
    .where('kind', '=', scope.kind)
    .where('id', '=', scope.id)
    .where('language_id', '=', scope.language_id)
    .execute()
}

/** Wider totals use narrower ones, which are fewer than translations. */
async function newestIn(db: Reader, { kind, id, language_id }: Scope): Promise<number | null> {
  const translations = db.selectFrom('translation').select(eb => eb.fn.max('last_change').as('newest'))
  const totals = db.selectFrom('translation_total').select(eb => eb.fn.max('last_change').as('newest'))
  const query = {
    site: () => totals.where('kind', '=', 'language'),
    language: () => translations.where('language_id', '=', id),
    component: () => translations.where('component_id', '=', id),
    project: () => totals.where('kind', '=', 'project language').where('id', '=', id),
    'project language': () =>
      translations
        .where('language_id', '=', language_id)
        .where(eb =>
          eb.or([
            eb('project_id', '=', id),
            eb(
              'component_id',
              'in',
              eb
                .selectFrom('component_link')
                .select('component_link.component_id')
                .where('component_link.project_id', '=', id),
            ),
          ]),
        ),
    category: () =>
      totals.where('kind', '=', 'component').where('id', 'in', components => componentsInside(components, id)),
  }[kind]
  const row = await query().executeTakeFirst()
  return row?.newest ?? null
}

/** A component belongs to every category on its path, and to those around a category that it is shared with. */
const componentsInside = (eb: ExpressionBuilder<Database, 'translation_total'>, category: number) =>
  eb
    .selectFrom('project_category')
    .innerJoin('component', join =>
      join
        .onRef('component.project_id', '=', 'project_category.project_id')
        .on('component.path', '>=', sql<string>`project_category.path || '/'`)
        .on('component.path', '<', sql<string>`project_category.path || '0'`),
    )
    .select('component.id')
    .where('project_category.id', '=', category)
    .union(
      eb
        .selectFrom('project_category as around')
        .innerJoin('project_category as held', join =>
          join
            .onRef('held.project_id', '=', 'around.project_id')
            .on(sql<string>`held.path || '/'`, '>=', sql<string>`around.path || '/'`)
            .on(sql<string>`held.path || '/'`, '<', sql<string>`around.path || '0'`),
        )
        .innerJoin('component_link', 'component_link.category_id', 'held.id')
        .select('component_link.component_id as id')
        .where('around.id', '=', category),
    )
