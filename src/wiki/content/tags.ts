import { type Expression, type SqlBool, sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'

type Tagged = 'rev_id' | 'log_id' | 'rc_id'

/** Tag names of revisions, log entries or recent changes; untagged ones are left out. */
export async function tagsOf(db: Reader, column: Tagged, ids: Iterable<number>): Promise<Map<number, string[]>> {
  const uniqueIds = [...new Set(ids)]
  const names = new Map<number, string[]>()
  if (uniqueIds.length === 0) return names
  const rows = await db
    .selectFrom('change_tag')
    .innerJoin('tag_def', 'tag_def.id', 'change_tag.tag_id')
    .where(`change_tag.${column}`, 'in', padded(uniqueIds))
    .orderBy('change_tag.tag_id')
    .select([`change_tag.${column} as tagged_id`, 'tag_def.name'])
    .execute()
  for (const { tagged_id, name } of rows) {
    const existing = names.get(tagged_id!)
    if (existing) existing.push(name)
    else names.set(tagged_id!, [name])
  }
  return names
}

/** The tags among these that users may not apply. */
export async function forbiddenTags(db: Reader, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('tag_def')
    .where('name', 'in', padded(names))
    .where('user_defined', '=', 1)
    .select('name')
    .execute()
  const allowed = new Set(rows.map(row => row.name))
  return names.filter(name => !allowed.has(name))
}

/** Up to this many uses, looking up all tagged rows is faster than filtering a list. */
const RARE = 20_000

/** The condition that a row carries a tag; `row` is the ID column. Null when the tag was never used. */
export async function carriesTag(
  db: Reader,
  name: string,
  column: Tagged,
  row: string,
): Promise<Expression<SqlBool> | null> {
  const tag = await db.selectFrom('tag_def').where('name', '=', name).select(['id', 'count']).executeTakeFirst()
  if (!tag) return null
  const [outer, inner] = [sql.ref(row), sql.ref(`change_tag.${column}`)]
  return tag.count <= RARE
    ? sql<SqlBool>`${outer} in (select ${inner} from change_tag where tag_id = ${tag.id} and ${inner} is not null)`
    : sql<SqlBool>`exists (select 1 from change_tag where ${inner} = ${outer} and tag_id = ${tag.id})`
}

/** On edits that an agent made for an account (`/mcp`). MediaWiki has no such tag, so it is listed once it is used. */
export const AGENT_TAG = 'parlance-agent'

/** Whether only the software applies and removes a tag. */
export const isSoftwareTag = (name: string): boolean => name === AGENT_TAG || SOFTWARE_TAGS.includes(name)

/** Tags applied by the software; users cannot add or remove them. */
export const SOFTWARE_TAGS: readonly string[] = [
  'mw-blank',
  'mw-changed-redirect-target',
  'mw-contentmodelchange',
  'mw-manual-revert',
  'mw-new-redirect',
  'mw-removed-redirect',
  'mw-replace',
  'mw-reverted',
  'mw-rollback',
  'mw-server-side-upload',
  'mw-undo',
]
