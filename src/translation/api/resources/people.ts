import { type SqlBool, sql } from 'kysely'
import { type Account, accountFromRow } from '#accounts/account.ts'
import { help, optional } from '#fields/field.ts'
import { text } from '#fields/kinds.ts'
import { ACCESS, loadPermissions } from '../../catalogue/permissions.ts'
import { visibleChanges } from '../../reports/changes-in.ts'
import { Person } from '../objects/person.ts'
import { array, resource } from '../resource.ts'
import { type AnyCall, findTranslation, needTranslation } from './find.ts'

/** So many changes are looked through, from the newest on: people who worked here lately are the likeliest to be asked. */
const LOOKED_AT = 3000
const MOST = 10
/** Of so many others it is found out whether they see a closed project. */
const MOST_ASKED = 50

export const people = resource({
  path: '/translations/:project/:component/:language/people/',
  name: 'People of a translation',
  description:
    'Who can be mentioned in a comment: everybody who can see the component. People who worked on this translation come first, then those who worked on the project lately, then all others by name. An addition of this platform.',
  operations: {
    GET: array({
      summary: 'People by the beginning of their names',
      query: {
        q: help(
          optional(text({ max: 100, blank: true }), ''),
          'How the username, or a word of the full name, begins; all when empty.',
        ),
      },
      answer: Person,
      allow: async call => needTranslation(call, await findTranslation(call), 'comment.add'),
      handle: async call => {
        const q = (call.query.q ?? '').trim()
        const place = await findTranslation(call)
        const lately = await workedHere(call, place, q)
        const others = lately.length < MOST ? await seeingIt(call, place, q, lately) : []
        return [...lately, ...others]
          .slice(0, MOST)
          .map(({ username, realName }) => ({ username, full_name: realName }))
      },
    }),
  },
})

type Place = Awaited<ReturnType<typeof findTranslation>>

/** Those who did something last come first, and those of this translation before others. */
async function workedHere(call: AnyCall, { project, translation }: Place, q: string): Promise<Account[]> {
  const changes = await visibleChanges(call.db.selectFrom('translation_change'), await call.permissions(), true)
    .select(['author_id', 'translation_id'])
    .where('project_id', '=', project.id)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
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
  const known = new Map(rows.map(row => [row.id, accountFromRow(row)]))
  return ids.flatMap(id => known.get(id) ?? []).filter(beginsWith(q))
}

/** Everybody else who can see the component: by username, then members of teams by a word of their full name. */
async function seeingIt(call: AnyCall, { project, component }: Place, q: string, known: readonly Account[]) {
  const isOpen = project.access_control < ACCESS.private && component.restricted === 0
  const people = call.db
    .selectFrom('account')
    .selectAll()
    .where('account.is_active', '=', 1)
    .where('account.is_bot', '=', 0)
    .where('account.expires_at', 'is', null)
    .where('account.id', 'not in', [-1, ...known.map(({ id }) => id)])
    .where(await call.shownNames())
    .orderBy('account.name')
    .limit(isOpen ? MOST : MOST_ASKED)
  // A wiki may have millions of accounts: the index on names finds a prefix, and names begin with a capital.
  const begins = [...new Set([q, q.charAt(0).toUpperCase() + q.slice(1)])]
  const named = people.where(eb =>
    eb.or(begins.map(each => eb.and([eb('account.name', '>=', each), eb('account.name', '<', `${each}\u{10ffff}`)]))),
  )
  const members = people.where('account.id', 'in', call.db.selectFrom('team_member').select('account_id'))
  const pattern = q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')
  const full = sql<string>`lower(account.real_name)`
  const called = members.where(
    sql<SqlBool>`(${full} like ${`${pattern}%`} escape '\\' or ${full} like ${`% ${pattern}%`} escape '\\')`,
  )
  const rows = [...(await named.execute()), ...(q === '' ? [] : await called.execute())]
  const found = new Map<number, Account>()
  for (const account of rows.map(accountFromRow)) {
    if (found.size >= MOST) break
    if (isOpen || (await loadPermissions(call.db, account)).seesComponent(project, component))
      found.set(account.id, account)
  }
  return [...found.values()]
}

function beginsWith(q: string): (person: Account) => boolean {
  const wanted = q.toLowerCase()
  return ({ username, realName }) =>
    [username, realName, ...realName.split(/\s+/)].some(each => each.toLowerCase().startsWith(wanted))
}
