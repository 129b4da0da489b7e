import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, namespaces, newerOlder } from '../../api/params/common.ts'
import { boolean, integer, limit, manyOf, string, timestamp, user } from '../../api/params/kinds.ts'

export const usercontribs = listModule({
  name: 'usercontribs',
  prefix: 'uc',
  classname: 'ApiQueryUserContribs',
  tag: 'item',
  summary: 'The edits of users, latest first.',
  helpUrls: [helpPage('Usercontribs')],
  params: {
    limit: limit(),
    start: timestamp(),
    end: timestamp(),
    continue: continuation(),
    user: user({ multi: true, subtypes: ['name', 'ip', 'interwiki'] }),
    userids: integer({ multi: true }),
    userprefix: string(),
    dir: newerOlder(),
    namespace: namespaces(),
    prop: manyOf(
      ['comment', 'flags', 'ids', 'parsedcomment', 'patrolled', 'size', 'sizediff', 'tags', 'timestamp', 'title'],
      { default: ['ids', 'title', 'timestamp', 'comment', 'size', 'flags'] },
    ),
    show: manyOf([
      '!autopatrolled',
      '!minor',
      '!new',
      '!patrolled',
      '!top',
      'autopatrolled',
      'minor',
      'new',
      'patrolled',
      'top',
    ]),
    tag: string(),
    toponly: boolean({ deprecated: true }),
  },
})
