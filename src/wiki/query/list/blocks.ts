import { type SqlBool, sql } from 'kysely'
import { type RowOf, some, statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, newerOlder } from '../../api/params/common.ts'
import { integer, limit, manyOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { timeKeys } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { timeRange } from '../../api/query/range.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { asObject, emptyAsList, list } from '../../api/result/shape.ts'
import { actorsById } from '../../content/actors.ts'
import { type BlockRestrictions, blockRestrictions } from '../../content/block-restrictions.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { fail } from '../../messages/message.ts'
import { addressOfHex, type IpRange, parseIpRange } from '../../site/ip-ranges.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { showFilters } from '../families/show-filters.ts'

/** What a partial block is about; an empty one is shown as a list. */
const restrictionMembers = {
  // A page deleted since then has only an id.
  'pages?': [{ id: 'integer', 'ns?': 'integer', 'title?': 'string' }],
  'namespaces?': ['integer'],
  'actions?': ['string'],
} as const satisfies Members

const blockMembers = {
  'id?': 'integer',
  'user?': 'string',
  'userid?': 'integer',
  'by?': 'string',
  'byid?': 'integer',
  'timestamp?': 'string',
  'expiry?': 'string',
  'reason?': 'string',
  'rangestart?': 'string',
  'rangeend?': 'string',
  'automatic?': 'boolean',
  'anononly?': 'boolean',
  'nocreate?': 'boolean',
  'autoblock?': 'boolean',
  'noemail?': 'boolean',
  'hidden?': 'boolean',
  'allowusertalk?': 'boolean',
  'partial?': 'boolean',
  'restrictions?': restrictionMembers,
} as const satisfies Members

type Block = ResultOf<typeof blockMembers>
type Restrictions = ResultOf<typeof restrictionMembers>

export const blocks = listModule({
  name: 'blocks',
  prefix: 'bk',
  classname: 'ApiQueryBlocks',
  tag: 'block',
  summary: 'List active blocks of users and IP addresses, newest first.',
  helpUrls: [helpPage('Blocks')],
  help: {
    examples: [
      ['action=query&list=blocks', 'simple'],
      ['action=query&list=blocks&bkusers=Alice|Bob', 'users'],
    ],
    params: {
      ids: { words: 'List only blocks with these ids.' },
      ip: { words: 'List only blocks that apply to this IP address or range.', params: [16, 19] },
      prop: {
        values: [
          'id',
          'user',
          'userid',
          'by',
          'byid',
          'timestamp',
          'expiry',
          'reason',
          'range',
          'flags',
          'restrictions',
        ],
      },
    },
  },
  result: { blocks: [blockMembers] },
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

  listing(q, a) {
    q.requireAtMostOneOf(a, 'users', 'ip')
    const prop = new Set(a.prop)
    const range = a.ip === undefined ? null : searchedRange(a.ip)
    const byPerson = some(a.users) ?? range
    const query = BLOCKS.and(timeRange('block.timestamp', a))
      .where(sql<SqlBool>`(expires_at is null or expires_at > ${q.now})`)
      .where('hide_name', '=', q.caller.can('hideuser') ? undefined : 0)
      .where('id', 'in', some(a.ids?.map(storable)))
      .where('address', 'in', some(a.users))
      .where('range_start', '>=', range?.start)
      .where('range_start', '<=', range?.low)
      .where('range_end', '>=', range?.high)
      .where('auto', '=', byPerson ? 0 : undefined)
      .and([...showFilters(a.show)].map(kind => KINDS[kind]))
    return listed(query, { keys: timeKeys('block'), items: rows => blockItems(q, prop, rows) })
  },
})

const BLOCKS = statement(db => db.selectFrom('block').selectAll('block'))
type BlockRow = RowOf<typeof BLOCKS>

const isAccount = sql`coalesce(account_id, 0) <> 0`
const isRange = sql`range_end > range_start`
const KINDS = {
  account: sql<SqlBool>`${isAccount}`,
  '!account': sql<SqlBool>`not ${isAccount}`,
  ip: sql<SqlBool>`(coalesce(account_id, 0) = 0 and range_end = range_start)`,
  '!ip': sql<SqlBool>`(${isAccount} or ${isRange})`,
  temp: sql<SqlBool>`expires_at is not null`,
  '!temp': sql<SqlBool>`expires_at is null`,
  range: sql<SqlBool>`${isRange}`,
  '!range': sql<SqlBool>`range_end = range_start`,
} as const

async function blockItems(q: QueryRun, prop: ReadonlySet<string>, rows: readonly BlockRow[]) {
  const blockers =
    prop.has('by') || prop.has('byid')
      ? await actorsById(
          q.db,
          rows.map(row => row.by_actor_id),
        )
      : null
  const reasons = prop.has('reason')
    ? await summaryTexts(
        q.db,
        rows.map(row => row.summary_id),
      )
    : null
  const restrictions = prop.has('restrictions')
    ? await blockRestrictions(
        q.db,
        rows.filter(row => row.sitewide === 0).map(row => row.id),
      )
    : null
  return (row: BlockRow): Block => {
    const by = blockers?.get(row.by_actor_id)
    const item: Block = {}
    if (prop.has('id')) item.id = row.id
    // The address behind an autoblock would reveal the IP address of an account.
    if (prop.has('user') && row.auto === 0) item.user = row.address
    if (prop.has('userid') && row.auto === 0) item.userid = row.account_id ?? 0
    if (prop.has('by')) item.by = by?.name ?? ''
    if (prop.has('byid')) item.byid = by?.account_id ?? 0
    if (prop.has('timestamp')) item.timestamp = isoTimestamp(row.timestamp)
    if (prop.has('expiry')) item.expiry = row.expires_at === null ? 'infinity' : isoTimestamp(row.expires_at)
    if (prop.has('reason')) item.reason = reasons?.get(row.summary_id) ?? ''
    if (prop.has('range') && row.auto === 0) {
      item.rangestart = addressOfHex(row.range_start)
      item.rangeend = addressOfHex(row.range_end)
    }
    if (prop.has('flags')) {
      item.automatic = row.auto === 1
      item.anononly = row.anon_only === 1
      item.nocreate = row.create_account === 1
      item.autoblock = row.enable_autoblock === 1
      item.noemail = row.block_email === 1
      item.hidden = row.hide_name === 1
      item.allowusertalk = row.allow_usertalk === 1
      item.partial = row.sitewide === 0
    }
    if (restrictions) item.restrictions = shownRestrictions(q, restrictions.get(row.id))
    return asObject(item)
  }
}

function shownRestrictions(q: QueryRun, restrictions: BlockRestrictions | undefined): Restrictions {
  const shown: Restrictions = {}
  if (restrictions) {
    const { pages, namespaces, actions } = restrictions
    const named = pages.map(({ id, name }) => ({ id, ...(name && q.pageName(name.ns, name.title)) }))
    if (pages.length > 0) shown.pages = list('page', named)
    if (namespaces.length > 0) shown.namespaces = list('ns', namespaces)
    if (actions.length > 0) shown.actions = list('action', actions)
  }
  return emptyAsList(shown) as Restrictions
}

/** Ids beyond the range of the database match no block; -1 replaces them. */
const storable = (id: number): number => (Number.isSafeInteger(id) ? id : -1)

const BROADEST = { 4: 16, 6: 19 } as const

/** The requested range. No block is broader than the maximum, which gives the search a lower bound. */
function searchedRange(text: string): IpRange & { readonly start: string } {
  const range = parseIpRange(text) ?? fail('apierror-badip', [], { code: 'param_ip' })
  const broadest = BROADEST[range.version]
  if (range.prefix < broadest) fail('apierror-cidrtoobroad', [`IPv${range.version}`, String(broadest)])
  const shared = (range.version === 4 ? 0 : 'v6-'.length) + Math.floor(broadest / 4)
  return { ...range, start: range.low.slice(0, shared) }
}
