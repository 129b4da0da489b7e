import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { continuation, newerOlder, onlyIf, revisionParams } from '../../api/params/common.ts'
import { integer, manyOf, string, timestamp, user } from '../../api/params/kinds.ts'

export const revisions = propModule({
  name: 'revisions',
  prefix: 'rv',
  classname: 'ApiQueryRevisions',
  tag: 'rev',
  generator: true,
  summary: 'Revisions: the latest of each page, the history of one page, or any by their numbers.',
  helpUrls: [helpPage('Revisions')],
  params: {
    ...revisionParams(onlyIf('singlepageonly')),
    startid: integer(onlyIf('singlepageonly')),
    endid: integer(onlyIf('singlepageonly')),
    start: timestamp(onlyIf('singlepageonly')),
    end: timestamp(onlyIf('singlepageonly')),
    dir: newerOlder(onlyIf('singlepageonly')),
    user: user(onlyIf('singlepageonly')),
    excludeuser: user(onlyIf('singlepageonly')),
    tag: string(),
    token: manyOf(['rollback'], { deprecated: true }),
    continue: continuation(),
  },
})
