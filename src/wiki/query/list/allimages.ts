import { from } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { integer, limit, manyOf, oneOf, string, timestamp, user } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { restrictTitles } from '../../api/query/title-range.ts'
import { actorOf } from '../../content/actors.ts'
import { currentVersion } from '../../files/file-version.ts'
import { fail } from '../../messages/message.ts'
import { NS } from '../../site/namespaces.ts'
import { digitTimestamp } from '../../site/timestamp.ts'
import { fileContext, fileFacts, plainRequest } from '../families/file-facts.ts'
import { hashParam } from '../families/file-hash.ts'

export const allimages = listModule({
  name: 'allimages',
  prefix: 'ai',
  classname: 'ApiQueryAllImages',
  tag: 'img',
  generator: true,
  cacheable: true,
  summary: 'The files of the wiki, by name or by the time of their upload.',
  helpUrls: [helpPage('Allimages')],
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
    const rows = await findFiles(q, a)
    const files = rows.map(currentVersion)
    const prop = new Set<string>(a.prop)
    const context = await fileContext(q, files, prop)
    return listed(files, {
      item: file => ({
        name: file.name,
        ...fileFacts(q, file, plainRequest(prop), context),
        ...q.pageName(NS.file, file.name),
      }),
      next: file => (a.sort === 'name' ? file.name : `${digitTimestamp(file.timestamp)}|${file.name}`),
      page: file => ({ ns: NS.file, title: file.name }),
    })
  },
})

interface FileArgs {
  readonly sort: 'name' | 'timestamp'
  readonly dir: 'ascending' | 'descending' | 'newer' | 'older'
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

const isUp = (a: FileArgs): boolean => a.dir === 'ascending' || a.dir === 'newer'

/** Each order takes parameters that the other has no use for. Errors never name the `g` of a generator's parameters. */
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

async function findFiles(q: QueryRun, a: FileArgs) {
  if (q.isGenerator && q.run.request.params.has('redirects')) fail('apierror-allimages-redirect')
  refuseMix(q, a)
  let query = a.sort === 'name' ? byName(q, a) : await byTime(q, a)
  if (query === null) return []
  if (a.minsize !== undefined) query = query.where('file.size', '>=', a.minsize)
  if (a.maxsize !== undefined) query = query.where('file.size', '<=', a.maxsize)
  const hash = hashParam(a)
  if (hash !== null) query = query.where('file.sha1', '=', hash)
  if (a.mime) {
    if (q.wiki.miserMode) fail('apierror-mimesearchdisabled')
    const pairs = a.mime.map(mime => mime.split('/', 2) as [string, string?])
    query = query.where(eb =>
      eb.or(
        pairs.map(([major, minor]) =>
          eb.and([eb('file.major_mime', '=', major), eb('file.minor_mime', '=', minor ?? 'unknown')]),
        ),
      ),
    )
  }
  return query
    .selectAll('file')
    .limit(a.limit + 1)
    .execute()
}

function byName(q: QueryRun, a: FileArgs) {
  const [after] = q.cursor(a.continue, 'string') ?? []
  const dir = isUp(a) ? 'ascending' : 'descending'
  return restrictTitles(q, q.db.selectFrom('file'), 'file.name', {
    from: a.from,
    to: a.to,
    prefix: a.prefix,
    dir,
    ns: NS.file,
    after,
  })
}

async function byTime(q: QueryRun, a: FileArgs) {
  const direction = isUp(a) ? 'asc' : 'desc'
  const [low, high] = isUp(a) ? [a.start, a.end] : [a.end, a.start]
  const after = q.cursor(a.continue, 'timestamp', 'string')
  let query = q.db.selectFrom('file').orderBy('file.timestamp', direction).orderBy('file.name', direction)
  if (low !== undefined) query = query.where('file.timestamp', '>=', low)
  if (high !== undefined) query = query.where('file.timestamp', '<=', high)
  if (after) query = query.where(from(['file.timestamp', 'file.name'], after, direction))
  if (a.user !== undefined) {
    const actor = await actorOf(q.db, a.user)
    if (!actor) return null
    query = query.where('file.actor_id', '=', actor.id)
  }
  if (a.filterbots !== 'all') {
    const bots = q.wiki.services.permissions.groups
      .filter(group => group.rights.includes('bot'))
      .map(group => group.name)
    query = query.where(eb => {
      const isBot = eb.exists(
        eb
          .selectFrom('actor')
          .innerJoin('account_group', 'account_group.account_id', 'actor.account_id')
          .whereRef('actor.id', '=', 'file.actor_id')
          .where('account_group.group_name', 'in', bots.length > 0 ? bots : [''])
          .where(or => or.or([or('account_group.expires_at', 'is', null), or('account_group.expires_at', '>', q.now)]))
          .select('actor.id'),
      )
      return a.filterbots === 'bots' ? isBot : eb.not(isBot)
    })
  }
  return query
}
