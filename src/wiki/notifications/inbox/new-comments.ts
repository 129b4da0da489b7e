import type { Reader } from '#store/store.ts'
import { type Comment, type Heading, topicOf } from '../../content/discussions/discussion.ts'
import { discussionIn } from '../../content/discussions/open-discussion.ts'
import { mainTexts } from '../../content/main-texts.ts'
import type { TextWiki } from '../../wiki.ts'

/** Clocks differ, and an edit may be stored after its minute. In seconds. */
const NEAR = 600

interface Written {
  readonly id: number
  /** Seconds since 1970. */
  readonly timestamp: number
}

/** A comment that an edit added. */
interface NewComment {
  readonly comment: Comment
  readonly topic: Heading
}

/** The comments in topics that an edit added and its author signed. */
export async function newComments(
  wiki: TextWiki,
  db: Reader,
  revision: Written,
  lines: readonly string[],
  author: string,
): Promise<NewComment[]> {
  const signed = new Set(lines.filter(line => line.includes('(UTC)')))
  if (signed.size === 0) return []
  const text = (await mainTexts({ db, texts: wiki.texts }, [revision.id])).get(revision.id) ?? ''
  const { comments } = await discussionIn(wiki, text)
  return comments.flatMap((comment): NewComment[] => {
    const topic = topicOf(comment)
    const line = text.slice(text.lastIndexOf('\n', comment.end) + 1, comment.lineEnd)
    const isNew = comment.author === author && Math.abs(comment.time - revision.timestamp) < NEAR && signed.has(line)
    return isNew && topic ? [{ comment, topic }] : []
  })
}
