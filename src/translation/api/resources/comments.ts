import { help, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { boolean, choice, dateTime, email, integer, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { present } from '#store/gone.ts'
import { addComment, type CommentRow, resolveComment } from '../../catalogue/comments.ts'
import { translationOf } from '../../catalogue/translations.ts'
import { commentText } from '../../declarations/parts.ts'
import { notFound } from '../errors.ts'
import { act, create, list, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, type FoundUnit, findUnit, idIn, needSite, needTranslation } from './find.ts'
import { accountByEmail } from './find-user.ts'

const Comment = shape('Comment', 'A comment on a string.', {
  id: readOnly(integer()),
  comment: commentText,
  user: readOnly(nullable(webAddress())),
  timestamp: readOnly(dateTime()),
  resolved: readOnly(boolean()),
})

async function commentObjects(call: AnyCall, rows: readonly CommentRow[]): Promise<unknown[]> {
  const user = await call.userAddresses(rows.map(row => row.account_id))
  return rows.map(row => ({
    id: row.id,
    comment: row.comment,
    user: user.get(row.account_id) ?? null,
    timestamp: isoMicroseconds(row.created_at),
    resolved: row.resolved === 1,
  }))
}

/** User managers may import comments by other authors and from other times. */
async function origin(
  call: AnyCall,
  { timestamp, user_email }: { timestamp?: number; user_email?: string },
): Promise<{ author?: number; at?: number }> {
  if (timestamp === undefined && user_email === undefined) return {}
  await needSite(call, 'user.edit', 'Can not comment at other times than now')
  const at = timestamp === undefined ? {} : { at: timestamp }
  if (user_email === undefined) return at
  return { ...at, author: (await accountByEmail(call, user_email, 'user_email')).id }
}

/** A source string has no translation, and reports need reviewers of source strings. */
function checkScope(scope: string | undefined, { translation, project }: FoundUnit): void {
  if (scope === 'translation' && translation.is_source === 1)
    throw invalidField('scope', 'invalid_choice', '"translation" is not a valid choice for source strings.')
  if (scope === 'report' && project.source_review !== 1)
    throw invalidField(
      'scope',
      'invalid_choice',
      '"report" needs source reviews, which are turned off in this project.',
    )
}

interface FoundComment extends FoundUnit {
  comment: CommentRow
}

async function find(call: AnyCall): Promise<FoundComment> {
  const id = idIn(call, 'comment')
  const comment = await call.db.selectFrom('unit_comment').selectAll().where('id', '=', id).executeTakeFirst()
  if (comment === undefined) throw notFound()
  return { ...(await findUnit(call, comment.unit_id)), comment }
}

export const commentVerdict = resource({
  path: '/comments/:comment(\\d+)/resolve/',
  name: 'Resolve comment',
  description: 'Marks a comment as resolved. The comment stays visible. Not part of the Weblate API.',
  operations: {
    POST: act({
      summary: 'Resolve a comment',
      answer: Comment,
      allow: async call => {
        const place = await find(call)
        // The author knows best whether the question is answered.
        if (place.comment.account_id === null || place.comment.account_id !== call.caller.account?.id)
          await needTranslation(call, place, 'comment.resolve')
      },
      handle: async call => {
        const { translation, comment } = await find(call)
        await call.work(piece => resolveComment(piece, translation, comment))
        return (await commentObjects(call, [{ ...comment, resolved: 1 }]))[0]
      },
    }),
  },
})

export const unitComments = resource({
  path: '/units/:unit(\\d+)/comments/',
  name: 'Unit comments',
  description: 'Comments on a string.',
  operations: {
    GET: list({
      summary: 'List comments on a string',
      answer: Comment,
      handle: async call => {
        const { unit } = await findUnit(call)
        const query = call.db.selectFrom('unit_comment').selectAll().where('unit_id', '=', unit.id).orderBy('id')
        return rowsOf(query, rows => commentObjects(call, rows))
      },
    }),
    POST: create({
      summary: 'Add a comment to a string',
      body: {
        comment: commentText,
        scope: help(
          optional(
            choice({
              translation: 'This translation',
              global: 'The source string',
              report: 'The source string, as a bug report',
            }),
          ),
          'What the comment is about; by default the string itself.',
        ),
        timestamp: help(optional(dateTime()), 'Original time of an imported comment; requires user.edit.'),
        user_email: help(optional(email({ max: 190 })), 'Author of an imported comment; requires user.edit.'),
      },
      answer: Comment,
      allow: async call => needTranslation(call, await findUnit(call), 'comment.add'),
      handle: async call => {
        const place = await findUnit(call)
        checkScope(call.body.scope, place)
        const from = await origin(call, call.body)
        const row = await call.work(async piece => {
          const { comment, scope = 'translation' } = call.body
          if (scope === 'translation' || place.unit.source_unit_id === null)
            return addComment(piece, place.translation, place.unit, comment, from)
          const home = present(await translationOf(piece.tx, place.component.id, place.sourceLanguage.id), 'component')
          const source = await piece.tx
            .selectFrom('unit')
            .selectAll()
            .where('id', '=', place.unit.source_unit_id)
            .executeTakeFirstOrThrow()
          return addComment(piece, home, source, comment, from)
        })
        return (await commentObjects(call, [row]))[0]
      },
    }),
  },
})
