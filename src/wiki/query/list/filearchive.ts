import type { Selectable } from 'kysely'
import { statement } from '#store/statement.ts'
import type { Database } from '#store/tables/database.ts'
import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { limit, manyOf, string } from '../../api/params/kinds.ts'
import { looseNumber, text, time } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { titleRange } from '../../api/query/title-range.ts'
import { suppressedMembers, titleMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { type Actor, actorsById } from '../../content/actors.ts'
import { parsedSummaries } from '../../content/parsed-summaries.ts'
import { base36ToHex } from '../../content/sha1-base36.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { readMetadata } from '../../files/metadata.ts'
import { fail } from '../../messages/message.ts'
import { canSee, isHidden, isSuppressed } from '../../site/hidden-parts.ts'
import { NS } from '../../site/namespaces.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { hashParam } from '../families/file-hash.ts'
import { metadataFacts, metadataMembers } from '../families/file-metadata.ts'

/** Content fields. Numbers are strings here, as in MediaWiki. */
const contentMembers = {
  'sha1?': 'string',
  'size?': 'string|null',
  'height?': 'string|null',
  'width?': 'string|null',
  'mediatype?': 'string|null',
  'metadata?': ['null', '|', [metadataMembers]],
  'bitdepth?': 'string|null',
  'mime?': 'string',
} as const satisfies Members

const deletedFileMembers = {
  id: 'integer',
  name: 'string',
  ...titleMembers,
  'parseddescription?': 'string',
  'description?': 'string',
  'userid?': 'integer',
  'user?': 'string',
  'timestamp?': 'string',
  ...contentMembers,
  'archivename?': 'string',
  'filehidden?': 'boolean',
  'commenthidden?': 'boolean',
  'userhidden?': 'boolean',
  ...suppressedMembers,
} as const satisfies Members

type ShownFile = ResultOf<typeof deletedFileMembers>

export const filearchive = listModule({
  name: 'filearchive',
  prefix: 'fa',
  classname: 'ApiQueryFilearchive',
  tag: 'fa',
  summary: 'List deleted files by name.',
  helpUrls: [helpPage('Filearchive')],
  help: {
    examples: [['action=query&list=filearchive', 'simple']],
    params: {
      prop: {
        values: [
          'sha1',
          'timestamp',
          'user',
          'size',
          'dimensions',
          'description',
          'parseddescription',
          'mime',
          'mediatype',
          'metadata',
          'bitdepth',
          'archivename',
        ],
      },
    },
  },
  result: { filearchive: [deletedFileMembers] },
  params: {
    from: string(),
    to: string(),
    prefix: string(),
    dir: ascending(),
    sha1: string(),
    sha1base36: string(),
    prop: manyOf(
      [
        'archivename',
        'bitdepth',
        'description',
        'dimensions',
        'mediatype',
        'metadata',
        'mime',
        'parseddescription',
        'sha1',
        'size',
        'timestamp',
        'user',
      ],
      { default: ['timestamp'] },
    ),
    limit: limit(),
    continue: continuation(),
  },

  listing(q, a) {
    const prop = new Set<string>(a.prop)
    requireRights(q, prop)
    const query = DELETED_FILES.and(titleRange(q, 'deleted_file.name', { ...a, ns: NS.file })).where(
      'deleted_file.sha1',
      '=',
      hashParam(a) ?? undefined,
    )
    return listed(query, {
      keys: [text('deleted_file.name'), time('deleted_file.timestamp'), looseNumber('deleted_file.id')],
      items: async rows => {
        const texts = await readTexts(q, rows, prop)
        return row => describe(q, row, prop, texts)
      },
    })
  },
})

const DELETED_FILES = statement(db => db.selectFrom('deleted_file').selectAll('deleted_file'))

type DeletedFile = Selectable<Database['deleted_file']>

function requireRights(q: QueryRun, prop: ReadonlySet<string>): void {
  const describes = prop.has('description') || prop.has('parseddescription')
  if (describes && !q.caller.can('deletedhistory')) fail('apierror-cantview-deleted-description')
  if (prop.has('metadata') && !(q.caller.can('deletedtext') || q.caller.can('undelete')))
    fail('apierror-cantview-deleted-metadata')
}

interface Texts {
  readonly actors: ReadonlyMap<number, Actor>
  readonly texts: ReadonlyMap<number, string>
  readonly html: ReadonlyMap<number, string>
}

/** Requested uploaders and descriptions of the files. */
async function readTexts(q: QueryRun, rows: readonly DeletedFile[], prop: ReadonlySet<string>): Promise<Texts> {
  const wantsText = prop.has('description') || prop.has('parseddescription')
  const actors = await actorsById(q.db, prop.has('user') ? rows.map(row => row.actor_id) : [])
  const texts = await summaryTexts(q.db, wantsText ? rows.map(row => row.summary_id) : [])
  const written = rows.map(row => ({ text: texts.get(row.summary_id) ?? '', page: { ns: NS.file, title: row.name } }))
  const parsed = prop.has('parseddescription') ? await parsedSummaries(q.run, written) : []
  return { actors, texts, html: new Map(rows.map((row, index) => [row.id, parsed[index] ?? ''])) }
}

function describe(q: QueryRun, row: DeletedFile, prop: ReadonlySet<string>, { actors, texts, html }: Texts): ShownFile {
  const sees = (part: 'text' | 'comment' | 'user') => canSee(row.deleted, part, q.caller)
  const actor = actors.get(row.actor_id)
  return {
    id: row.id,
    name: row.name,
    ...q.pageName(NS.file, row.name),
    ...(sees('comment') && prop.has('parseddescription') && { parseddescription: html.get(row.id) ?? '' }),
    ...(sees('comment') &&
      (prop.has('description') || prop.has('parseddescription')) && { description: texts.get(row.summary_id) ?? '' }),
    ...(sees('user') && prop.has('user') && actor && { userid: actor.account_id ?? 0, user: actor.name }),
    ...(prop.has('timestamp') && row.timestamp !== null && { timestamp: isoTimestamp(row.timestamp) }),
    ...(sees('text') && content(row, prop)),
    ...(prop.has('archivename') && row.archive_name !== null && { archivename: row.archive_name }),
    ...(isHidden(row.deleted, 'text') && { filehidden: true }),
    ...(isHidden(row.deleted, 'comment') && { commenthidden: true }),
    ...(isHidden(row.deleted, 'user') && { userhidden: true }),
    ...(isSuppressed(row.deleted) && { suppressed: true }),
  }
}

function content(row: DeletedFile, prop: ReadonlySet<string>): ResultOf<typeof contentMembers> {
  return {
    ...(prop.has('sha1') && { sha1: base36ToHex(row.sha1) }),
    ...((prop.has('size') || prop.has('dimensions')) && {
      size: asText(row.size),
      height: asText(row.height),
      width: asText(row.width),
    }),
    ...(prop.has('mediatype') && { mediatype: row.media_type }),
    ...(prop.has('metadata') && { metadata: metadataFacts(readMetadata(row.metadata)) }),
    ...(prop.has('bitdepth') && { bitdepth: asText(row.bits) }),
    ...(prop.has('mime') && { mime: `${row.major_mime}/${row.minor_mime}` }),
  }
}

const asText = (value: number | null): string | null => (value === null ? null : String(value))
