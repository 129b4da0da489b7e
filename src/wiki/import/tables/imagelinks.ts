import { NS } from '../../site/namespaces.ts'
import { linksToPages } from './links-to-pages.ts'

/** Targets are files. From 1.45 on only with the number of the target. */
export const imagelinks = linksToPages('imagelinks', 'image_link', {
  from: 'il_from',
  fromNamespace: 'il_from_namespace',
  targetId: 'il_target_id',
  namespace: NS.file,
  title: 'il_to',
})
