import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, loggedNamespace, newerOlder } from '../../api/params/common.ts'
import { limit, manyOf, oneOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { LOG_ACTIONS, LOG_TYPES } from '../families/log-types.ts'

export const logevents = listModule({
  name: 'logevents',
  prefix: 'le',
  classname: 'ApiQueryLogEvents',
  tag: 'item',
  summary: 'What the logs say: who moved, deleted, protected, blocked or uploaded what, latest first.',
  helpUrls: [helpPage('Logevents')],
  params: {
    prop: manyOf(
      ['comment', 'details', 'ids', 'parsedcomment', 'tags', 'timestamp', 'title', 'type', 'user', 'userid'],
      { default: ['ids', 'title', 'type', 'user', 'timestamp', 'comment', 'details'] },
    ),
    type: oneOf(LOG_TYPES),
    action: oneOf(LOG_ACTIONS),
    start: timestamp(),
    end: timestamp(),
    dir: newerOlder(),
    user: user(),
    title: string(),
    namespace: loggedNamespace(),
    prefix: string(),
    tag: string(),
    limit: limit(),
    continue: continuation(),
  },
})
