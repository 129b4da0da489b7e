import { from, padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listedPerPage, propModule } from '../../api/module.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { boolean, limit } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { NS } from '../../site/namespaces.ts'
import { isoTimestamp } from '../../site/timestamp.ts'

export const duplicatefiles = propModule({
  name: 'duplicatefiles',
  prefix: 'df',
  classname: 'ApiQueryDuplicateFiles',
  tag: 'df',
  generator: true,
  cacheable: true,
  summary: 'Other files with the same content, byte for byte.',
  helpUrls: [helpPage('Duplicatefiles')],
  params: {
    limit: limit(),
    continue: continuation(),
    dir: ascending(),
    localonly: boolean(),
  },

  async pageListing(q, a) {
    const files = q.pages.entries.filter(entry => entry.ns === NS.file)
    const after = q.cursor(a.continue, 'string', 'string')
    const rows =
      files.length === 0
        ? []
        : await duplicates(
            q,
            files.map(file => file.title),
            a,
            after,
          )
    return listedPerPage(rows, {
      pageId: row => q.pages.entry(NS.file, row.name)!.key,
      item: row => ({
        name: row.duplicate,
        timestamp: isoTimestamp(row.timestamp),
        shared: false,
        ...(row.user !== null && { user: row.user }),
      }),
      next: row => `${row.name}|${row.duplicate}`,
      page: row => ({ ns: NS.file, title: row.duplicate }),
    })
  },
})

interface DuplicateArgs {
  readonly limit: number
  readonly dir: 'ascending' | 'descending'
}

/** File by file in the order of names, so that the list can go on where it stopped. */
async function duplicates(
  q: QueryRun,
  names: readonly string[],
  { limit, dir }: DuplicateArgs,
  after: readonly [string, string] | undefined,
) {
  const direction = dir === 'ascending' ? 'asc' : 'desc'
  let query = pairs(q, names)
    .leftJoin('actor', 'actor.id', 'other.actor_id')
    .select(['file.name', 'other.name as duplicate', 'other.timestamp', 'actor.name as user'])
    .orderBy('file.name', direction)
    .orderBy('other.name', direction)
    .limit(limit + 1)
  if (after) query = query.where(from(['file.name', 'other.name'], after, direction))
  return query.execute()
}

const pairs = (q: QueryRun, names: readonly string[]) =>
  q.db
    .selectFrom('file')
    .innerJoin('file as other', join =>
      join.onRef('other.sha1', '=', 'file.sha1').onRef('other.name', '<>', 'file.name'),
    )
    .where('file.name', 'in', padded(names))
    .where('file.sha1', '<>', '')
