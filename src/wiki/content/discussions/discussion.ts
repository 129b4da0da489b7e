/** A heading, or the place before the first one. */
export interface Heading {
  readonly kind: 'heading'
  /** As in DiscussionTools: `h-Topic-20261118051100`. */
  readonly id: string
  /** Stays the same when the heading is changed: `h-Author-20261118051100`, by the oldest comment. */
  readonly name: string
  /** Without markup; empty before the first heading. */
  readonly title: string
  /** Id of the section in the rendered page. */
  readonly anchor: string
  /** 1 to 6; 0 before the first heading. */
  readonly headingLevel: number
  /** The heading of the enclosing section. */
  readonly parent: Heading | null
  /** Comments that answer no other comment. */
  readonly replies: Comment[]
  readonly subheadings: Heading[]
}

/** A signed comment. */
export interface Comment {
  readonly kind: 'comment'
  /** As in DiscussionTools: `c-Author-20261118051100-Topic`, or with the author and time of the comment it replies to. */
  readonly id: string
  /** `c-Author-20261118051100`. */
  readonly name: string
  readonly author: string
  /** Seconds since 1970. */
  readonly time: number
  /** The list markup before its lines, such as `:*`. */
  readonly prefix: string
  readonly heading: Heading
  readonly parent: Heading | Comment
  readonly replies: Comment[]
  /** Where its text starts in the wikitext. */
  readonly start: number
  /** Where its timestamp ends. */
  readonly end: number
  /** Where the line of its timestamp ends. */
  readonly lineEnd: number
}

/** What a talk page says: headings and comments in order. */
export interface Discussion {
  readonly headings: readonly Heading[]
  readonly comments: readonly Comment[]
}

/** Topics are the sections of level 2, as people subscribe to them. */
export const isTopic = ({ headingLevel }: Heading): boolean => headingLevel === 2

/** The topic of a comment or a heading; null outside of all topics. */
export function topicOf(item: Heading | Comment): Heading | null {
  let heading: Heading | null = item.kind === 'comment' ? item.heading : item
  while (heading !== null && !isTopic(heading)) heading = heading.parent
  return heading
}

/** All comments under a heading or a comment, in the order of the page. */
export function* commentsUnder(item: Heading | Comment): Generator<Comment> {
  const rest: (Heading | Comment)[] = childrenOf(item).reverse()
  while (rest.length > 0) {
    const next = rest.pop()!
    if (next.kind === 'comment') yield next
    for (const child of childrenOf(next).reverse()) rest.push(child)
  }
}

const childrenOf = (item: Heading | Comment): (Heading | Comment)[] =>
  item.kind === 'comment' ? [...item.replies] : [...item.replies, ...item.subheadings]

/** The comment with an id, or else the only one with a name; `ambiguous` if several have the name. */
export function findComment({ comments }: Discussion, wanted: string): Comment | 'ambiguous' | null {
  const byId = comments.find(({ id }) => id === wanted)
  if (byId) return byId
  const named = comments.filter(({ name }) => name === wanted || wanted.startsWith(`${name}-`))
  return named.length > 1 ? 'ambiguous' : (named[0] ?? null)
}

/** The newest comment of some; null if there are none. */
export function latestOf(comments: Iterable<Comment>): Comment | null {
  let latest: Comment | null = null
  for (const comment of comments) if (latest === null || comment.time >= latest.time) latest = comment
  return latest
}
