import { type SqlBool, sql } from 'kysely'
import { type Account, accountFromRow } from '#accounts/account.ts'
import { help, optional } from '#fields/field.ts'
import { text } from '#fields/kinds.ts'
import { ACCESS, loadPermissions } from '../../catalogue/permissions.ts'
import { visibleChanges } from '../../reports/changes-in.ts'
import { Person } from '../objects/person.ts'
import { array, resource } from '../resource.ts'
import { type AnyCall, findTranslation, needTranslation } from './find.ts'

/** How many recent changes to search: recent contributors are the most likely to be mentioned. */
const MAX_CHANGES = 3000
const MAX_RESULTS = 10
/** How many other accounts to check for access to a private project. */
const MAX_CHECKED = 50

export const people = resource({
  path: '/translations/:project/:component/:language/people/',
  name: 'People of a translation',
  description:
    'People who can be mentioned in a comment: everyone who can see the component. Contributors to this translation come first, then recent contributors to the project, then everyone else by name. Not part of the Weblate API.',
  operations: {
    GET: array({
      summary: 'Search for people to mention',
      query: {
        q: help(
          optional(text({ max: 100, blank: true }), ''),
          'Start of the username or of a word in the full name. Empty for everyone.',
        ),
      },
      answer: Person,
      allow: async call => needTranslation(call, await findTranslation(call), 'comment.add'),
      handle: async call => {
        const q = (call.query.q ?? '').trim()
        const place = await findTranslation(call)
        const contributors = await recentContributors(call, place, q)
        const others = contributors.length < MAX_RESULTS ? await othersWithAccess(call, place, q, contributors) : []
        return [...contributors, ...others]
          .slice(0, MAX_RESULTS)
          .map(({ username, realName }) => ({ username, full_name: realName }))
      },
    }),
  },
})

type Place = Awaited<ReturnType<typeof findTranslation>>

/** Contributors to this translation first, then to the project, most recent first. */
async function recentContributors(call: AnyCall, { project, translation }: Place, q: string): Promise<Account[]> {
  const changes = await visibleChanges(call.db.selectFrom('translation_change'), await call.permissions(), true)
    .select(['author_id', 'translation_id'])
    .where('project_id', '=', project.id)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CHANGES)
    .execute()
  const here = changes.filter(change => change.translation_id === translation.id)
  const ids = [...new Set([...here, ...changes].flatMap(({ author_id }) => author_id ?? []))]
  const rows = await call.db
    .selectFrom('account')
    .selectAll()
    .where('account.id', 'in', [-1, ...ids])
    .where('account.is_active', '=', 1)
    .where(await call.shownNames())
    .execute()
  const byId = new Map(rows.map(row => [row.id, accountFromRow(row)]))
  return ids.flatMap(id => byId.get(id) ?? []).filter(beginsWith(q))
}

/** Everyone else who can see the component: by username, then team members by a word of their full name. */
async function othersWithAccess(call: AnyCall, { project, component }: Place, q: string, listed: readonly Account[]) {
  const isOpen = project.access_control < ACCESS.private && component.restricted === 0
  const people = call.db
    .selectFrom('account')
    .selectAll()
    .where('account.is_active', '=', 1)
    .where('account.is_bot', '=', 0)
    .where('account.expires_at', 'is', null)
    .where('account.id', 'not in', [-1, ...listed.map(({ id }) => id)])
    .where(await call.shownNames())
    .orderBy('account.name')
    .limit(isOpen ? MAX_RESULTS : MAX_CHECKED)
  // There may be millions of accounts: the index on names finds prefixes, and names start with a capital letter.
  const prefixes = [...new Set([q, q.charAt(0).toUpperCase() + q.slice(1)])]
  const byUsername = people.where(eb =>
    eb.or(prefixes.map(each => eb.and([eb('account.name', '>=', each), eb('account.name', '<', `${each}\u{10ffff}`)]))),
  )
  const members = people.where('account.id', 'in', call.db.selectFrom('team_member').select('account_id'))
  const pattern = q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')
  const full = sql<string>`lower(account.real_name)`
  const byFullName = members.where(
    sql<SqlBool>`(${full} like ${`${pattern}%`} escape '\\' or ${full} like ${`% ${pattern}%`} escape '\\')`,
  )
  const rows = [...(await byUsername.execute()), ...(q === '' ? [] : await byFullName.execute())]
  const matches = new Map<number, Account>()
  for (const account of rows.map(accountFromRow)) {
    if (matches.size >= MAX_RESULTS) break
    if (isOpen || (await loadPermissions(call.db, account)).seesComponent(project, component))
      matches.set(account.id, account)
  }
  return [...matches.values()]
}

function beginsWith(q: string): (person: Account) => boolean {
  const prefix = q.toLowerCase()
  return ({ username, realName }) =>
    [username, realName, ...realName.split(/\s+/)].some(each => each.toLowerCase().startsWith(prefix))
}
