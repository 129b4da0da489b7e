import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, newerOlder } from '../../api/params/common.ts'
import { integer, limit, manyOf, string, timestamp, user } from '../../api/params/kinds.ts'

export const blocks = listModule({
  name: 'blocks',
  prefix: 'bk',
  classname: 'ApiQueryBlocks',
  tag: 'block',
  summary: 'Users and addresses that are blocked now, latest block first.',
  helpUrls: [helpPage('Blocks')],
  params: {
    start: timestamp(),
    end: timestamp(),
    dir: newerOlder(),
    ids: integer({ multi: true }),
    users: user({ multi: true, subtypes: ['name', 'ip', 'cidr'] }),
    ip: string(),
    limit: limit(),
    prop: manyOf(
      ['by', 'byid', 'expiry', 'flags', 'id', 'range', 'reason', 'restrictions', 'timestamp', 'user', 'userid'],
      { default: ['id', 'user', 'by', 'timestamp', 'expiry', 'reason', 'flags'] },
    ),
    show: manyOf(['!account', '!ip', '!range', '!temp', 'account', 'ip', 'range', 'temp']),
    continue: continuation(),
  },
})
