import { optionOfAll, setOptions } from '#accounts/options.ts'
import { absent } from '#fields/absent.ts'
import { help, type Input, nullable, optional, shape } from '#fields/field.ts'
import { boolean, list, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import type { Reader, Writer } from '#store/store.ts'
import { NO_PERSONAL_MEMORY } from '../../catalogue/memory-scope.ts'
import type { Permissions } from '../../catalogue/permissions.ts'
import { contributionCounts } from '../../reports/contribution-counts.ts'
import type { Addresses } from '../../values/addresses.ts'
import { personalFields, personalObject } from './personal.ts'

const codes = optional(nullable(list(text({ max: 500 }), { max: 500 })))

export const Profile = shape('Profile', 'Languages and projects a user works on.', {
  languages: help(codes, 'Codes or addresses of the languages the user translates into.'),
  secondary_languages: help(codes, 'Codes or addresses of other languages the user understands.'),
  watched: help(
    optional(nullable(list(text({ max: 500 }), { max: 10_000 }))),
    'Slugs or addresses of the projects the user watches.',
  ),
  contribute_personal_tm: help(
    optional(boolean()),
    'Whether translations of the user are added to their personal translation memory.',
  ),
  ...personalFields,
  ...absent('Parlance does not support this setting', {
    secondary_in_zen: [],
    hide_source_secondary: [false],
    wide_tables: [false],
    translate_mode: [0],
    zen_mode: [0],
    dashboard_view: [],
    dashboard_component_list: [],
  }),
})

type ProfileInput = Input<typeof Profile.fields>

export interface ProfileObject {
  languages: string[]
  secondary_languages: string[]
  watched: string[]
  contribute_personal_tm: boolean
  [member: string]: unknown
}

/** Profiles of some accounts, with the watched projects and the contributions that the caller can see. */
export async function profilesOf(
  db: Reader,
  accounts: readonly number[],
  permissions: Permissions,
  addresses: Addresses,
): Promise<Map<number, ProfileObject>> {
  const optedOut = await optionOfAll(db, accounts, NO_PERSONAL_MEMORY)
  const result = new Map<number, ProfileObject>()
  const counts = await contributionCounts(db, permissions, accounts)
  for (const id of accounts)
    result.set(id, {
      languages: [],
      secondary_languages: [],
      watched: [],
      contribute_personal_tm: !optedOut.has(id),
      ...(await personalObject(db, id)),
      ...counts.get(id)!,
      last_2fa: '',
    })
  const languages = await db
    .selectFrom('account_language')
    .innerJoin('translation_language', 'translation_language.id', 'account_language.language_id')
    .select(['account_id', 'code', 'secondary'])
    .where('account_id', 'in', [-1, ...accounts])
    .orderBy('code')
    .execute()
  for (const { account_id, code, secondary } of languages)
    result
      .get(account_id)!
      [secondary === 1 ? 'secondary_languages' : 'languages'].push(addresses.api('languages', code))
  const watched = await db
    .selectFrom('project_watch')
    .innerJoin('project', 'project.id', 'project_watch.project_id')
    .select(['account_id', 'slug'])
    .where('account_id', 'in', [-1, ...accounts])
    .where(eb => permissions.visibleProjects(eb))
    .orderBy('slug')
    .execute()
  for (const { account_id, slug } of watched) result.get(account_id)!.watched.push(addresses.api('projects', slug))
  return result
}

/** The code or slug at the end of an address, as responses have it. */
const lastName = (value: string): string => /([^/]*)\/?$/.exec(value)![1]!

/** Sets the fields that were sent; the languages and projects must exist and be visible. */
export async function setProfile(
  tx: Writer,
  account: number,
  input: Pick<ProfileInput, 'languages' | 'secondary_languages' | 'watched' | 'contribute_personal_tm'>,
  permissions: Permissions,
): Promise<void> {
  for (const [name, secondary] of [
    ['languages', 0],
    ['secondary_languages', 1],
  ] as const) {
    if (input[name] === undefined) continue
    const requested = (input[name] ?? []).map(lastName)
    const existing = await tx
      .selectFrom('translation_language')
      .select(['id', 'code'])
      .where('code', 'in', ['', ...requested])
      .execute()
    rejectUnknown(
      `profile.${name}`,
      requested,
      existing.map(each => each.code),
      'language code',
    )
    await tx
      .deleteFrom('account_language')
      .where('account_id', '=', account)
      .where('secondary', '=', secondary)
      .execute()
    for (const { id } of existing)
      await tx
        .insertInto('account_language')
        .values({ account_id: account, language_id: id, secondary })
        .onConflict(conflict => conflict.columns(['account_id', 'language_id']).doUpdateSet({ secondary }))
        .execute()
  }
  if (input.contribute_personal_tm !== undefined)
    await setOptions(tx, account, [[NO_PERSONAL_MEMORY, input.contribute_personal_tm ? null : '1']])
  if (input.watched === undefined) return
  const watched = (input.watched ?? []).map(lastName)
  const existing = await tx
    .selectFrom('project')
    .select(['project.id', 'project.slug'])
    .where('project.slug', 'in', ['', ...watched])
    .where(eb => permissions.visibleProjects(eb))
    .execute()
  rejectUnknown(
    'profile.watched',
    watched,
    existing.map(each => each.slug),
    'project',
  )
  await tx.deleteFrom('project_watch').where('account_id', '=', account).execute()
  if (existing.length > 0)
    await tx
      .insertInto('project_watch')
      .values(existing.map(({ id }) => ({ account_id: account, project_id: id })))
      .execute()
}

function rejectUnknown(attr: string, requested: readonly string[], existing: readonly string[], what: string): void {
  const unknown = requested.find(each => !existing.includes(each))
  if (unknown !== undefined) throw invalidField(attr, 'does_not_exist', `There is no ${what} "${unknown}".`)
}
