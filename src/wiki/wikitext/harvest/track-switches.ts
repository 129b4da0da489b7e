import { hasTalk, NS } from '#wiki/site/namespaces.ts'
import type { ParseState } from '../state/parse-state.ts'

/** Adds the tracking categories of behaviour switches. */
export function trackSwitches({ output, page, site }: ParseState): void {
  const { properties } = output
  if (properties.has('hiddencat') && page.ns === NS.category) output.addTrackingCategory('hidden-category-category')
  const mayHide = hasTalk(page.ns) && !site.namespaces.isContent(page.ns)
  if (properties.has('index') && mayHide) output.addTrackingCategory('index-category')
  if (properties.has('noindex') && mayHide) output.addTrackingCategory('noindex-category')
}
