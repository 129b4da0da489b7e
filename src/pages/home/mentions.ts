import type { Account } from '#accounts/account.ts'
import { ACTION } from '#translation/catalogue/change-actions.ts'
import { checksum } from '#translation/catalogue/forms.ts'
import { mentioned } from '#translation/notifications/mentions.ts'
import { placed, stringsOf } from '#translation/pages/place-addresses.ts'
import type { PageContext } from '#translation/pages/send-page.ts'
import { eventsIn } from '#translation/reports/events.ts'

export interface Mention {
  readonly who: string | null
  readonly where: string
  readonly text: string
  /** URL of the string. */
  readonly address: string
  readonly at: number
}

/** Number of newest comments searched for mentions. */
const LOOKED_AT = 200

/** Unresolved comments that mention the user. */
export async function mentionsOf(context: PageContext, account: Account, most: number): Promise<Mention[]> {
  const { services, permissions } = context
  const { store, clock } = services
  const db = store.read
  const comments = await eventsIn({ db, permissions, clock }, {}, { action: ACTION.commentAdded }, LOOKED_AT)
  const mine = `@${account.name}`.toLowerCase()
  const mentions: Mention[] = []
  for (const { person, target, unit, place, project, component, timestamp } of comments) {
    if (mentions.length >= most) break
    if (unit === null || person?.id === account.id || !target.toLowerCase().includes(mine)) continue
    const open = db.selectFrom('unit_comment').select('id').where('unit_id', '=', unit.id).where('comment', '=', target)
    if ((await open.where('resolved', '=', 0).executeTakeFirst()) === undefined) continue
    // "@Anna" does not match "@Anna Maria" if such a user exists.
    if (!(await mentioned(db, target)).has(account.id)) continue
    mentions.push({
      who: person?.name ?? null,
      where: `${project} / ${component}`,
      text: target,
      address: placed(stringsOf(place, ''), {}, { checksum: checksum(unit.hash) }),
      at: timestamp,
    })
  }
  return mentions
}
