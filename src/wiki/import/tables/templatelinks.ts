import { linksToPages } from './links-to-pages.ts'

/** From 1.39 on only with the number of the target. */
export const templatelinks = linksToPages('templatelinks', 'template_link', {
  from: 'tl_from',
  fromNamespace: 'tl_from_namespace',
  targetId: 'tl_target_id',
  namespace: 'tl_namespace',
  title: 'tl_title',
})
