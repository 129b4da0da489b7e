import { statement } from '#store/statement.ts'
import { NS } from '../../site/namespaces.ts'

/** Categories with their member counts and whether they are hidden. */
export const CATEGORIES = statement(db =>
  db
    .selectFrom('category')
    .leftJoin('page', join => join.on('page.ns', '=', NS.category).onRef('page.title', '=', 'category.title'))
    .leftJoin('page_prop', join =>
      join.onRef('page_prop.page_id', '=', 'page.id').on('page_prop.name', '=', 'hiddencat'),
    )
    .select(['category.title', 'category.pages', 'category.subcats', 'category.files', 'page_prop.page_id as hidden']),
)
