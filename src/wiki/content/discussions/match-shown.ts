import type { Comment, Discussion, Heading } from './discussion.ts'
import type { ShownComment, ShownDiscussion, ShownHeading } from './find-in-html.ts'

/** Where the comments and headings of a page are in its HTML. Those from templates match nothing. */
export interface Matches {
  readonly comments: ReadonlyMap<Comment, ShownComment>
  readonly headings: ReadonlyMap<Heading, ShownHeading>
}

/** Matches comments by author and time in order, headings by their ids. */
export function matchShown(discussion: Discussion, shown: ShownDiscussion): Matches {
  const waiting = new Map<string, ShownComment[]>()
  const keyOf = ({ author, time }: { readonly author: string; readonly time: number }) => `${time} ${author}`
  for (const comment of shown.comments.toReversed()) listAt(waiting, keyOf(comment)).push(comment)
  const comments = new Map<Comment, ShownComment>()
  for (const comment of discussion.comments) {
    const found = waiting.get(keyOf(comment))?.pop()
    if (found) comments.set(comment, found)
  }
  const anchors = new Map(shown.headings.map(heading => [heading.anchor, heading]))
  const headings = new Map<Heading, ShownHeading>()
  for (const heading of discussion.headings) {
    const found = anchors.get(heading.anchor)
    if (found) headings.set(heading, found)
  }
  return { comments, headings }
}

function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
