import { help, optional } from '#fields/field.ts'
import { integer, list, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { forbidden } from '../errors.ts'
import { User } from '../objects/user.ts'
import { act, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'
import { changeableUser } from './find-user.ts'
import { noteRights } from './note-rights.ts'
import { mayManage, one } from './users.ts'

/**
 * User managers cannot grant more than they have. To add people to a team, a caller must manage teams, administer this
 * one, or be a member for at least the same languages.
 */
async function canAddTo(call: AnyCall, team: number, codes: readonly string[]): Promise<boolean> {
  if ((await call.permissions()).onSite('group.edit')) return true
  const of = { team, account: call.accountId() }
  const admin = await call.db
    .selectFrom('team_admin')
    .select('team_id')
    .where('team_id', '=', of.team)
    .where('account_id', '=', of.account)
    .executeTakeFirst()
  if (admin !== undefined) return true
  const member = await call.db
    .selectFrom('team_member')
    .select('limit_languages')
    .where('team_id', '=', of.team)
    .where('account_id', '=', of.account)
    .executeTakeFirst()
  if (member === undefined || !member.limit_languages) return member !== undefined
  const own = member.limit_languages.split(',')
  return codes.length > 0 && codes.every(code => own.includes(code))
}

/** Bots act only through their teams. */
async function needOtherTeam(call: AnyCall, account: number, team: number): Promise<void> {
  const teams = await call.db.selectFrom('team_member').select('team_id').where('account_id', '=', account).execute()
  if (teams.length === 1 && teams[0]!.team_id === team)
    throw invalidField('group_id', 'invalid', 'A bot must belong to at least one team.')
}

/** Without `limits`, an existing membership keeps its languages. */
async function membership(call: AnyCall, team: number, join: boolean, limits?: readonly string[]): Promise<unknown> {
  const account = await changeableUser(call)
  const codes = limits ?? []
  if (join && !account.isActive) throw invalidField('group_id', 'invalid', 'Inactive accounts cannot join a team.')
  const existing = await call.db.selectFrom('team').select(['id', 'name']).where('id', '=', team).executeTakeFirst()
  if (existing === undefined) throw invalidField('group_id', 'does_not_exist', 'This team does not exist.')
  const languages = await call.db
    .selectFrom('translation_language')
    .select('code')
    .where('code', 'in', ['', ...codes])
    .execute()
  const unknown = codes.find(code => !languages.some(each => each.code === code))
  if (unknown !== undefined)
    throw invalidField('limit_language_codes', 'does_not_exist', `There is no language code "${unknown}".`)
  if (join && !(await canAddTo(call, team, codes)))
    throw forbidden('You can only add users to teams that you manage or belong to.')
  if (!join && account.isBot) await needOtherTeam(call, account.id, team)
  const limit_languages = [...new Set(codes)].join(',')
  const { tx } = call
  const row = { account_id: account.id, team_id: team }
  if (join)
    await tx
      .insertInto('team_member')
      .values({ ...row, limit_languages })
      .onConflict(conflict => {
        const same = conflict.columns(['account_id', 'team_id'])
        return limits === undefined ? same.doNothing() : same.doUpdateSet({ limit_languages })
      })
      .execute()
  else await tx.deleteFrom('team_member').where('account_id', '=', account.id).where('team_id', '=', team).execute()
  await noteRights(call, join ? 'team-member-added' : 'team-member-removed', account.name, {
    team: existing.name,
    ...(limit_languages !== '' && { languages: limit_languages }),
  })
  return one(call, account)
}

export const userGroups = resource({
  path: '/users/:username/groups/',
  name: 'User groups',
  description: 'Teams of a user.',
  operations: {
    POST: act({
      summary: 'Add a user to a team',
      body: {
        group_id: integer(),
        limit_language_codes: help(
          optional(list(text({ max: 50 }), { max: 500 })),
          'Limits the membership to these languages.',
        ),
      },
      answer: User,
      allow: mayManage,
      handle: call => membership(call, call.body.group_id, true, call.body.limit_language_codes),
    }),
    DELETE: act({
      summary: 'Remove a user from a team',
      body: { group_id: integer() },
      answer: User,
      allow: mayManage,
      handle: call => membership(call, call.body.group_id, false),
    }),
  },
})
