import { type SqlBool, sql } from 'kysely'
import { type Comparison, statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { integer, limit, manyOf, oneOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { text, time } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { timeRange } from '../../api/query/range.ts'
import { titleRange } from '../../api/query/title-range.ts'
import { titleMembers } from '../../api/result/common.ts'
import { actorOf } from '../../content/actors.ts'
import { currentVersion } from '../../files/file-version.ts'
import { fail } from '../../messages/message.ts'
import { NS } from '../../site/namespaces.ts'
import { fileContext, fileFacts, fileMembers, plainRequest } from '../families/file-facts.ts'
import { hashParam } from '../families/file-hash.ts'
import { type Condition, NOTHING } from '../families/revision-filters.ts'

export const allimages = listModule({
  name: 'allimages',
  prefix: 'ai',
  classname: 'ApiQueryAllImages',
  tag: 'img',
  generator: true,
  cacheable: true,
  summary: 'List all files, by name or by upload time.',
  helpUrls: [helpPage('Allimages')],
  help: {
    examples: [
      ['action=query&list=allimages&aifrom=B', 'b'],
      ['action=query&list=allimages&aiprop=user|timestamp|url&aisort=timestamp&aidir=older', 'recent'],
      ['action=query&list=allimages&aimime=image/png|image/gif', 'mimetypes'],
      ['action=query&generator=allimages&gailimit=4&gaifrom=T&prop=imageinfo', 'generator'],
    ],
    params: {
      prop: {
        key: 'apihelp-query+imageinfo-param-prop',
        values: [
          'timestamp',
          'user',
          'userid',
          'comment',
          'parsedcomment',
          'canonicaltitle',
          'url',
          'size',
          'dimensions',
          'sha1',
          'mime',
          'mediatype',
          'metadata',
          'commonmetadata',
          'extmetadata',
          'bitdepth',
          'badfile',
        ],
      },
      filterbots: { words: 'List only uploads by bots, only others, or all.' },
      mime: { words: 'List only files with these MIME types.' },
    },
  },
  result: { allimages: [{ name: 'string', ...fileMembers, ...titleMembers }] },
  params: {
    sort: oneOf(['name', 'timestamp'], { default: 'name' }),
    dir: oneOf(['ascending', 'descending', 'newer', 'older'], { default: 'ascending' }),
    from: string(),
    to: string(),
    continue: continuation(),
    start: timestamp(),
    end: timestamp(),
    prop: manyOf(
      [
        'badfile',
        'bitdepth',
        'canonicaltitle',
        'comment',
        'commonmetadata',
        'dimensions',
        'extmetadata',
        'mediatype',
        'metadata',
        'mime',
        'parsedcomment',
        'sha1',
        'size',
        'timestamp',
        'url',
        'user',
        'userid',
      ],
      { default: ['timestamp', 'url'] },
    ),
    prefix: string(),
    minsize: integer(),
    maxsize: integer(),
    sha1: string(),
    sha1base36: string(),
    user: user(),
    filterbots: oneOf(['all', 'bots', 'nobots'], { default: 'all' }),
    mime: strings(),
    limit: limit(),
  },

  async listing(q, a) {
    if (q.isGenerator && q.run.request.params.has('redirects')) fail('apierror-allimages-redirect')
    refuseMix(q, a)
    const range = a.sort === 'name' ? titleRange(q, 'file.name', { ...a, ns: NS.file }) : await byTime(q, a)
    if (range === null) return null
    const prop = new Set<string>(a.prop)
    return listed(
      FILES.and(range)
        .where('file.size', '>=', a.minsize)
        .where('file.size', '<=', a.maxsize)
        .where('file.sha1', '=', hashParam(a) ?? undefined)
        .where(ofKinds(q, a.mime)),
      {
        keys: a.sort === 'name' ? [text('file.name')] : [time('file.timestamp'), text('file.name')],
        items: async rows => {
          const files = new Map(rows.map(row => [row, currentVersion(row)]))
          const context = await fileContext(q, [...files.values()], prop)
          return row => ({
            name: row.name,
            ...fileFacts(q, files.get(row)!, plainRequest(prop), context),
            ...q.pageName(NS.file, row.name),
          })
        },
        page: row => ({ ns: NS.file, title: row.name }),
      },
    )
  },
})

const FILES = statement(db => db.selectFrom('file').selectAll('file'))

interface FileArgs {
  readonly sort: 'name' | 'timestamp'
  readonly dir: string
  readonly from: string | undefined
  readonly to: string | undefined
  readonly continue: string | undefined
  readonly start: number | undefined
  readonly end: number | undefined
  readonly prefix: string | undefined
  readonly minsize: number | undefined
  readonly maxsize: number | undefined
  readonly sha1: string | undefined
  readonly sha1base36: string | undefined
  readonly user: string | undefined
  readonly filterbots: 'all' | 'bots' | 'nobots'
  readonly mime: readonly string[] | undefined
  readonly limit: number
}

/** Each sort order has parameters that the other rejects. Errors never include the generator prefix. */
function refuseMix(q: QueryRun, a: FileArgs): void {
  const { prefix } = q.module
  const misused = (names: readonly (keyof FileArgs)[], sort: string) => {
    for (const name of names) {
      if (a[name] !== undefined) fail('apierror-invalidparammix-mustusewith', [prefix + name, `${prefix}sort=${sort}`])
    }
  }
  if (a.sort === 'timestamp') misused(['from', 'to', 'prefix'], 'name')
  else {
    misused(['start', 'end', 'user'], 'timestamp')
    if (a.filterbots !== 'all')
      fail('apierror-invalidparammix-mustusewith', [`${prefix}filterbots`, `${prefix}sort=timestamp`])
  }
  if (a.user !== undefined && a.filterbots !== 'all') {
    fail('apierror-invalidparammix-cannotusewith', [`${prefix}user`, `${prefix}filterbots`])
  }
}

/** `image/png`, or a major type alone, which matches files without a known subtype. */
function ofKinds(q: QueryRun, kinds: readonly string[] | undefined): Condition | null {
  if (!kinds) return null
  if (q.wiki.miserMode) fail('apierror-mimesearchdisabled')
  const each = kinds.map(kind => {
    const [major, minor = 'unknown'] = kind.split('/', 2)
    return sql`(file.major_mime = ${major} and file.minor_mime = ${minor})`
  })
  return each.length === 0 ? NOTHING : sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

/** Null if nothing can match. */
async function byTime(q: QueryRun, a: FileArgs): Promise<(Condition | Comparison)[] | null> {
  const conditions = timeRange('file.timestamp', a)
  if (a.user !== undefined) {
    const actor = await actorOf(q.db, a.user)
    if (!actor) return null
    conditions.push(['file.actor_id', '=', actor.id])
  }
  if (a.filterbots === 'all') return conditions
  const bots = q.wiki.services.permissions.groups.filter(({ rights }) => rights.includes('bot')).map(({ name }) => name)
  const isBot = sql<SqlBool>`exists (select 1 from actor join account_group as g on g.account_id = actor.account_id
    where actor.id = file.actor_id and g.group_name in (${sql.join(bots.length > 0 ? bots : [''])})
      and (g.expires_at is null or g.expires_at > ${q.now}))`
  return [...conditions, a.filterbots === 'bots' ? isBot : sql<SqlBool>`not ${isBot}`]
}
