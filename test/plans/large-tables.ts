/** Tables that grow with the wiki. */
export const LARGE: ReadonlySet<string> = new Set([
  'page',
  'revision',
  'archive',
  'log',
  'recent_change',
  'page_link',
  'template_link',
  'image_link',
  'external_link',
  'category_link',
  'watch',
  'link_target',
])
