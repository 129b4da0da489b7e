import type { Reader } from '#store/store.ts'
import { forbiddenTags } from '../../content/tags.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { list } from '../result/shape.ts'
import type { Params } from './kinds.ts'

/** Rejects tags that users may not apply. */
export async function checkTagParams(
  db: Reader,
  params: Params,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [key, { options }] of Object.entries(params))
    if (options.listsTags && args[key] !== undefined) await refuseTags(db, args[key] as readonly string[])
}

export async function refuseTags(db: Reader, tags: readonly string[]): Promise<void> {
  const refused = await forbiddenTags(db, tags)
  if (refused.length === 0) return
  const key = refused.length === 1 ? 'tags-apply-not-allowed-one' : 'tags-apply-not-allowed-multi'
  fail(key, [escapeWikitext(refused.join(', ')), refused.length], { data: { disallowedtags: list('t', refused) } })
}

/** Whether a request includes any tags. */
export const hasTags = (params: Params, args: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(params).some(([key, { options }]) => options.listsTags && args[key] !== undefined)
