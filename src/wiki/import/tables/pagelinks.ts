import { linksToPages } from './links-to-pages.ts'

/** From 1.43 on only with the number of the target. */
export const pagelinks = linksToPages('pagelinks', 'page_link', {
  from: 'pl_from',
  fromNamespace: 'pl_from_namespace',
  targetId: 'pl_target_id',
  namespace: 'pl_namespace',
  title: 'pl_title',
})
