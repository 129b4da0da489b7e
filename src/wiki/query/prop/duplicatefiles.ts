import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { boolean, limit } from '../../api/params/kinds.ts'
import { text } from '../../api/query/keys.ts'
import { listedPerPage, propModule } from '../../api/query/query-module.ts'
import { NS } from '../../site/namespaces.ts'
import { isoTimestamp } from '../../site/timestamp.ts'

export const duplicatefiles = propModule({
  name: 'duplicatefiles',
  prefix: 'df',
  classname: 'ApiQueryDuplicateFiles',
  tag: 'df',
  generator: true,
  cacheable: true,
  summary: 'List duplicates of files, based on their hashes.',
  helpUrls: [helpPage('Duplicatefiles')],
  help: {
    examples: [
      ['action=query&titles=File:Albert_Einstein_Head.jpg&prop=duplicatefiles', 'simple'],
      ['action=query&generator=allimages&prop=duplicatefiles', 'generated'],
    ],
  },
  result: {
    'duplicatefiles?': [{ name: 'string', timestamp: 'string', shared: 'boolean', 'user?': 'string' }],
  },
  params: {
    limit: limit(),
    continue: continuation(),
    dir: ascending(),
    localonly: boolean(),
  },

  pageListing(q) {
    const files = q.pages.entries.filter(entry => entry.ns === NS.file).map(entry => entry.title)
    if (files.length === 0) return null
    return listedPerPage(DUPLICATES.where('file.name', 'in', files), {
      // Sorted by file name, so that the list can continue.
      keys: [text('file.name'), text('other.name', 'duplicate')],
      pageId: row => q.pages.entry(NS.file, row.name)!.key,
      item: row => ({
        name: row.duplicate,
        timestamp: isoTimestamp(row.timestamp),
        shared: false,
        ...(row.user !== null && { user: row.user }),
      }),
      page: row => ({ ns: NS.file, title: row.duplicate }),
    })
  },
})

const DUPLICATES = statement(db =>
  db
    .selectFrom('file')
    .innerJoin('file as other', join =>
      join.onRef('other.sha1', '=', 'file.sha1').onRef('other.name', '<>', 'file.name'),
    )
    .leftJoin('actor', 'actor.id', 'other.actor_id')
    .where('file.sha1', '<>', '')
    .select(['file.name', 'other.name as duplicate', 'other.timestamp', 'actor.name as user']),
)
