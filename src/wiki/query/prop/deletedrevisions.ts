import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { continuation, newerOlder, revisionParams } from '../../api/params/common.ts'
import { string, timestamp, user } from '../../api/params/kinds.ts'

export const deletedrevisions = propModule({
  name: 'deletedrevisions',
  prefix: 'drv',
  classname: 'ApiQueryDeletedRevisions',
  tag: 'rev',
  generator: true,
  summary: 'The deleted revisions of pages, or deleted revisions by their numbers.',
  helpUrls: [helpPage('Deletedrevisions')],
  params: {
    ...revisionParams(),
    start: timestamp(),
    end: timestamp(),
    dir: newerOlder(),
    tag: string(),
    user: user(),
    excludeuser: user(),
    continue: continuation(),
  },
})
