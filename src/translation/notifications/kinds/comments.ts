import type { Reader } from '#store/store.ts'
import { ACTION } from '../../catalogue/change-actions.ts'
import { mentioned } from '../mentions.ts'
import type { ChangeRow, KindDeclaration } from './kind.ts'

const actions = [ACTION.commentAdded]

export const newComment: KindDeclaration = {
  label: 'Comment was added',
  actions,
  languages: 'unless source',
  needsUnit: true,
}

export const mentionComment: KindDeclaration = {
  label: 'You were mentioned in a comment',
  first: true,
  actions,
  languages: 'any',
  needsUnit: true,
  only: (db, change) => mentioned(db, change.target),
  ignoresWatching: true,
}

export const lastAuthorComment: KindDeclaration = {
  label: 'String you contributed to received a comment',
  actions,
  languages: 'any',
  needsUnit: true,
  only: involved,
}

/** The last author of the string, and everyone who commented on it or suggested a translation. */
export async function involved(db: Reader, { id, unit_id }: ChangeRow): Promise<ReadonlySet<number>> {
  const earlier = db.selectFrom('translation_change').where('unit_id', '=', unit_id).where('id', '<', id)
  const last = await earlier
    .select('author_id')
    .where('is_content', '=', 1)
    .where('author_id', 'is not', null)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const others = await earlier
    .select('author_id')
    .distinct()
    .where('action', 'in', [ACTION.commentAdded, ACTION.suggestionAdded])
    .where('author_id', 'is not', null)
    .execute()
  return new Set([...(last ? [last] : []), ...others].map(row => row.author_id!))
}
