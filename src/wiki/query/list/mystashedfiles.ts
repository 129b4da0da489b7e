import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { continuation } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'
import { fail } from '../../messages/message.ts'

export const mystashedfiles = listModule({
  name: 'mystashedfiles',
  prefix: 'msf',
  classname: 'ApiQueryMyStashedFiles',
  tag: 'file',
  summary: 'Files the caller has uploaded but not published yet.',
  helpUrls: [helpPage('mystashedfiles')],
  params: {
    prop: manyOf(['size', 'type'], { default: '' }),
    limit: limit(),
    continue: continuation(),
  },

  async listing(q, a) {
    const { account } = q.caller
    if (!account) fail('apierror-mustbeloggedin-uploadstash', [], { code: 'stashnotloggedin' })
    const [after] = q.cursor(a.continue, 'int') ?? []
    let query = q.db
      .selectFrom('stashed_file')
      .where('account_id', '=', account.id)
      .selectAll()
      .orderBy('id')
      .limit(a.limit + 1)
    if (after !== undefined) query = query.where('id', '>=', after)
    return listed(await query.execute(), {
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
      next: row => String(row.id),
    })
  },
})
