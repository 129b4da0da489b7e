import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, namespaces, newerOlder, onlyIf, revisionParams } from '../../api/params/common.ts'
import { boolean, string, timestamp, user } from '../../api/params/kinds.ts'

export const alldeletedrevisions = listModule({
  name: 'alldeletedrevisions',
  prefix: 'adr',
  classname: 'ApiQueryAllDeletedRevisions',
  tag: 'page',
  generator: true,
  summary: 'Deleted revisions of the whole wiki: those of one user by time, or all of them by title.',
  helpUrls: [helpPage('Alldeletedrevisions')],
  params: {
    ...revisionParams(),
    user: user(),
    namespace: namespaces(),
    start: timestamp(onlyIf('useronly')),
    end: timestamp(onlyIf('useronly')),
    dir: newerOlder(),
    from: string(onlyIf('nonuseronly')),
    to: string(onlyIf('nonuseronly')),
    prefix: string(onlyIf('nonuseronly')),
    excludeuser: user(onlyIf('nonuseronly')),
    tag: string(),
    continue: continuation(),
    generatetitles: boolean(),
  },
})
