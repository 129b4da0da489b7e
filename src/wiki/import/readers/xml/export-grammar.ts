/** How the text of a simple element is converted. */
type LeafType = 'text' | 'integer' | 'bytes' | 'flag'

/** An element with only text: the field it fills, and the field its `deleted` attribute sets. */
export interface Leaf {
  readonly field: string
  readonly type: LeafType
  readonly deleted?: string
}

const text = (field: string): Leaf => ({ field, type: 'text' })
const integer = (field: string): Leaf => ({ field, type: 'integer' })

const comment: Leaf = { field: 'comment', type: 'text', deleted: 'commentDeleted' }

/** Elements of a slot, which are in `<revision>` for the main slot and in `<content>` for the others. */
const content: Record<string, Leaf> = {
  origin: integer('origin'),
  model: text('model'),
  format: text('format'),
  text: { field: 'text', type: 'bytes', deleted: 'textDeleted' },
}

export interface Container {
  readonly leaves: ReadonlyMap<string, Leaf>
  readonly children: ReadonlySet<string>
}

const container = (leaves: Record<string, Leaf>, children: readonly string[] = []): Container => ({
  leaves: new Map(Object.entries(leaves)),
  children: new Set(children),
})

/** Elements of the export format (0.3 to 0.11) that are read. All others are skipped with their contents. */
export const containers: ReadonlyMap<string, Container> = new Map<string, Container>([
  ['mediawiki', container({}, ['siteinfo', 'page', 'logitem'])],
  [
    'siteinfo',
    container(
      {
        sitename: text('sitename'),
        dbname: text('dbname'),
        base: text('base'),
        generator: text('generator'),
        case: text('case'),
      },
      ['namespaces'],
    ),
  ],
  ['namespaces', container({ namespace: text('name') })],
  [
    'page',
    container(
      {
        title: text('title'),
        ns: integer('namespace'),
        id: integer('id'),
        redirect: text('redirect'),
        restrictions: text('restrictions'),
      },
      ['revision', 'upload'],
    ),
  ],
  [
    'revision',
    container(
      {
        id: integer('id'),
        parentid: integer('parentId'),
        timestamp: text('timestamp'),
        minor: { field: 'minor', type: 'flag' },
        comment,
        sha1: text('sha1'),
        ...content,
      },
      ['contributor', 'content'],
    ),
  ],
  ['content', container({ role: text('role'), sha1: text('sha1'), ...content })],
  ['contributor', container({ username: text('username'), id: integer('id'), ip: text('ip') })],
  [
    'upload',
    container(
      {
        timestamp: text('timestamp'),
        comment,
        filename: text('filename'),
        archivename: text('archivename'),
        src: text('src'),
        size: integer('size'),
        sha1base36: text('sha1base36'),
        rel: text('rel'),
        contents: { field: 'contents', type: 'bytes' },
      },
      ['contributor'],
    ),
  ],
  [
    'logitem',
    container(
      {
        id: integer('id'),
        timestamp: text('timestamp'),
        comment,
        type: text('type'),
        action: text('action'),
        logtitle: text('title'),
        params: text('params'),
        text: { field: 'unused', type: 'text', deleted: 'actionDeleted' },
      },
      ['contributor'],
    ),
  ],
])
