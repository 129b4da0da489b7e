import { compareBytes } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import { inline } from '../../api/help/message-html.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'
import { text } from '../../api/query/keys.ts'
import { gathered, listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { list } from '../../api/result/shape.ts'
import { messageHost } from '../../content/message-host.ts'
import { MessageLookup } from '../../content/message-lookup.ts'
import { isSoftwareTag, SOFTWARE_TAGS } from '../../content/tags.ts'
import { expandWikitext } from '../../wikitext/expand/expand-wikitext.ts'
import { escapeHtml } from '../../wikitext/text.ts'

const tagMembers = {
  name: 'string',
  // False if the tag is not shown.
  'displayname?': 'string|boolean',
  'description?': 'string',
  'hitcount?': 'integer',
  'defined?': 'boolean',
  'source?': ['string'],
  'active?': 'boolean',
} as const satisfies Members

export const tags = listModule({
  name: 'tags',
  prefix: 'tg',
  classname: 'ApiQueryTags',
  tag: 'tag',
  cacheable: true,
  summary: 'List change tags.',
  helpUrls: [helpPage('Tags')],
  help: {
    examples: [['action=query&list=tags&tgprop=displayname|description|hitcount|defined', 'simple']],
    params: { prop: { values: ['displayname', 'description', 'hitcount', 'defined', 'source', 'active'] } },
  },
  result: { tags: [tagMembers] },
  params: {
    continue: continuation(),
    limit: limit(),
    prop: manyOf(['active', 'defined', 'description', 'displayname', 'hitcount', 'source'], { default: '' }),
  },

  async listing(q, a) {
    const prop = new Set(a.prop)
    const message = prop.has('displayname') || prop.has('description') ? await tagMessages(q) : null
    // Most tags are defined by the software and in no table.
    const query = gathered(async ({ after: [first] = [''], take }) =>
      (await allTags(q)).filter(({ name }) => compareBytes(name, first as string) >= 0).slice(0, take),
    )
    return listed(query, {
      keys: [text('name')],
      item: row => {
        const item: ResultOf<typeof tagMembers> = { name: row.name }
        if (prop.has('displayname')) {
          const words = message!(`tag-${row.name}`)
          item.displayname = words === null ? escapeHtml(row.name) : words === '-' ? false : inline(words, q.site)
        }
        if (prop.has('description')) item.description = message!(`tag-${row.name}-description`) ?? ''
        if (prop.has('hitcount')) item.hitcount = row.count
        const sources = [...(row.bySoftware ? ['extension'] : []), ...(row.byHand ? ['manual'] : [])]
        if (prop.has('defined')) item.defined = sources.length > 0
        if (prop.has('source')) item.source = list('_v', sources)
        if (prop.has('active')) item.active = sources.length > 0
        return item
      },
    })
  },
})

interface Tag {
  readonly name: string
  readonly count: number
  readonly bySoftware: boolean
  readonly byHand: boolean
}

const STORED = statement(db => db.selectFrom('tag_def').select(['name', 'count', 'user_defined']).orderBy('name'))

/** Sorted by name. Inactive tags are still on old edits. */
async function allTags(q: QueryRun): Promise<Tag[]> {
  const stored = await STORED.all(q.db)
  const storedByName = new Map(stored.map(row => [row.name, row]))
  const names = [...new Set([...SOFTWARE_TAGS, ...storedByName.keys()])].sort(compareBytes)
  return names.map(name => ({
    name,
    count: storedByName.get(name)?.count ?? 0,
    bySoftware: isSoftwareTag(name),
    byHand: storedByName.get(name)?.user_defined === 1,
  }))
}

/** Interface messages with magic words expanded, in the caller's language; null for a missing one. */
async function tagMessages(q: QueryRun): Promise<(key: string) => string | null> {
  const lookup = await MessageLookup.open(q.wiki, q.run.language)
  const host = await messageHost(q, lookup)
  return key => {
    const { text } = lookup.find(key)
    return text === null ? null : expandWikitext({ ns: 0, dbkey: 'API' }, text, host)
  }
}
