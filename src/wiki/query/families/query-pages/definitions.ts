import type { Site } from '../../../site/site.ts'
import type { QueryPageContext, QueryPageDefinition } from './definition.ts'
import { fileAndCategoryLists } from './files-and-categories.ts'
import { linkLists } from './links.ts'
import { pageLists } from './pages.ts'

/** Maintenance lists by the names of their special pages. */
export const listDefinitions: Readonly<Record<string, QueryPageDefinition>> = {
  ...pageLists,
  ...linkLists,
  ...fileAndCategoryLists,
}

export function listContext(site: Site): QueryPageContext {
  const content = site.namespaces.list.filter(ns => ns.content).map(ns => ns.id)
  return { content: content.length > 0 ? content : [0] }
}
