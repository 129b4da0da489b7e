import { help, optional } from '#fields/field.ts'
import { integer, list, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { forbidden } from '../errors.ts'
import { User } from '../objects/user.ts'
import { act, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'
import { findUser } from './find-user.ts'
import { mayManage, one } from './users.ts'

/**
 * Managing accounts is not managing what they may do: into a team come people through those who manage teams or administer
 * this one, or who are in it themselves for as many languages.
 */
async function mayHandOn(call: AnyCall, team: number, codes: readonly string[]): Promise<boolean> {
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

async function membership(call: AnyCall, team: number, join: boolean, codes: readonly string[] = []): Promise<unknown> {
  const account = await findUser(call)
  const known = await call.db.selectFrom('team').select('id').where('id', '=', team).executeTakeFirst()
  if (known === undefined) throw invalidField('group_id', 'does_not_exist', 'There is no such group.')
  const languages = await call.db
    .selectFrom('translation_language')
    .select('code')
    .where('code', 'in', ['', ...codes])
    .execute()
  const unknown = codes.find(code => !languages.some(each => each.code === code))
  if (unknown !== undefined)
    throw invalidField('limit_language_codes', 'does_not_exist', `There is no language code "${unknown}".`)
  if (join && !(await mayHandOn(call, team, codes))) throw forbidden('Can not give more than you have: not your group')
  const limit_languages = [...new Set(codes)].join(',')
  const { tx } = call
  const row = { account_id: account.id, team_id: team }
  if (join)
    await tx
      .insertInto('team_member')
      .values({ ...row, limit_languages })
      .onConflict(conflict => conflict.columns(['account_id', 'team_id']).doUpdateSet({ limit_languages }))
      .execute()
  else await tx.deleteFrom('team_member').where('account_id', '=', account.id).where('team_id', '=', team).execute()
  return one(call, account)
}

export const userGroups = resource({
  path: '/users/:username/groups/',
  name: 'User groups',
  description: 'The teams of a user.',
  operations: {
    POST: act({
      summary: 'Add to a team',
      body: {
        group_id: integer(),
        limit_language_codes: help(
          optional(list(text({ max: 50 }), { max: 500 })),
          'The membership counts for these languages only.',
        ),
      },
      answer: User,
      allow: mayManage,
      handle: call => membership(call, call.body.group_id, true, call.body.limit_language_codes),
    }),
    DELETE: act({
      summary: 'Take out of a team',
      body: { group_id: integer() },
      answer: User,
      allow: mayManage,
      handle: call => membership(call, call.body.group_id, false),
    }),
  },
})
