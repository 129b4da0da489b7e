import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, namespaces, newerOlder } from '../../api/params/common.ts'
import { limit, manyOf, timestamp } from '../../api/params/kinds.ts'

export const protectedtitles = listModule({
  name: 'protectedtitles',
  prefix: 'pt',
  classname: 'ApiQueryProtectedTitles',
  tag: 'pt',
  generator: true,
  summary: 'Titles that nobody below a given level may create.',
  helpUrls: [helpPage('Protectedtitles')],
  params: {
    namespace: namespaces(),
    level: manyOf(['autoconfirmed', 'sysop']),
    limit: limit(),
    dir: newerOlder(),
    start: timestamp(),
    end: timestamp(),
    prop: manyOf(['comment', 'expiry', 'level', 'parsedcomment', 'timestamp', 'user', 'userid'], {
      default: ['timestamp', 'level'],
    }),
    continue: continuation(),
  },
})
