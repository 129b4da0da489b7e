import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'
import { number } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import { fail } from '../../messages/message.ts'

export const mystashedfiles = listModule({
  name: 'mystashedfiles',
  prefix: 'msf',
  classname: 'ApiQueryMyStashedFiles',
  tag: 'file',
  summary: "List files in the current user's upload stash.",
  helpUrls: [helpPage('mystashedfiles')],
  help: {
    examples: [['action=query&list=mystashedfiles&msfprop=size', 'simple']],
    params: { prop: { values: ['size', 'type'] } },
  },
  result: {
    mystashedfiles: [
      {
        filekey: 'string',
        status: 'string',
        'size?': 'integer',
        'width?': 'integer',
        'height?': 'integer',
        'bits?': 'integer',
        'mimetype?': 'string|null',
        'mediatype?': 'string|null',
      },
    ],
  },
  params: {
    prop: manyOf(['size', 'type'], { default: '' }),
    limit: limit(),
    continue: continuation(),
  },

  listing(q, a) {
    const { account } = q.caller
    if (!account) fail('apierror-mustbeloggedin-uploadstash', [], { code: 'stashnotloggedin' })
    return listed(STASHED.where('account_id', '=', account.id), {
      keys: [number('stashed_file.id')],
      item: row => ({
        filekey: row.key,
        status: row.status,
        ...(a.prop.includes('size') && {
          size: row.size,
          width: row.width ?? 0,
          height: row.height ?? 0,
          bits: row.bits ?? 0,
        }),
        ...(a.prop.includes('type') && { mimetype: row.mime, mediatype: row.media_type }),
      }),
    })
  },
})

const STASHED = statement(db => db.selectFrom('stashed_file').selectAll())
