import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, namespaces, newerOlder, revisionParams } from '../../api/params/common.ts'
import { boolean, timestamp, user } from '../../api/params/kinds.ts'

export const allrevisions = listModule({
  name: 'allrevisions',
  prefix: 'arv',
  classname: 'ApiQueryAllRevisions',
  tag: 'page',
  generator: true,
  summary: 'The revisions of all pages, by time.',
  helpUrls: [helpPage('Allrevisions')],
  params: {
    ...revisionParams(),
    user: user(),
    namespace: namespaces(),
    start: timestamp(),
    end: timestamp(),
    dir: newerOlder(),
    excludeuser: user(),
    continue: continuation(),
    generatetitles: boolean(),
  },
})
