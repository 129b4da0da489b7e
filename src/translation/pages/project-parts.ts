import { findPlace } from '../reports/place.ts'
import { categoryPage } from './category-page.ts'
import { componentPage } from './component-page.ts'
import { languagePage } from './language-pages.ts'
import type { Page, PageContext } from './send-page.ts'
import { translationPage } from './translation-page.ts'

/**
 * Pages inside a project: `menu/` and `menu/cs/` (components may be in categories: `drinks/hot/menu/cs/`), `drinks/`, and
 * `-/cs/` for one language.
 */
export async function projectPart(
  context: PageContext,
  project: string,
  rest: readonly string[],
): Promise<Page | null> {
  if (rest[0] === '-' && rest.length === 2) return languagePage(context, rest[1]!, project)
  const { services, permissions } = context
  const find = (name: object) => findPlace(services.store.read, permissions, { project, ...name })
  const path = rest.join('/')
  const component = await find({ component: path })
  if (component) return componentPage(context, component)
  const translation = rest.length > 1 && (await find({ component: rest.slice(0, -1).join('/'), language: rest.at(-1) }))
  if (translation) return translationPage(context, translation)
  const category = await find({ category: path })
  return category && categoryPage(context, category)
}
