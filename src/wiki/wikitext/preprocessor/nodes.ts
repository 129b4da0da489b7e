// The preprocessor tree. Everything not listed here is plain text. Nodes keep their
// whole source, so an unresolved call can be written back.

export type Node = string | TemplateNode | ArgumentNode | TagNode | CommentNode | IgnoredNode | HeadingNode

export type Tree = readonly Node[]

/** "name=value" (index 0) or the index-th unnamed value of a call. */
export interface Part {
  readonly index: number
  readonly name: Tree
  readonly value: Tree
}

/** {{title|part|…}}: a template, parser function or variable; which one is decided on expansion. */
export interface TemplateNode {
  readonly type: 'template'
  readonly title: Tree
  readonly parts: readonly Part[]
  /** Whether the braces are at the start of a line. */
  readonly lineStart: boolean
}

/** {{{title|default}}} */
export interface ArgumentNode {
  readonly type: 'argument'
  readonly title: Tree
  readonly parts: readonly Part[]
}

/** An extension tag with its raw content; `inner` is null for <tag/>. */
interface TagNode {
  readonly type: 'tag'
  readonly name: string
  readonly attributes: string
  readonly inner: string | null
  readonly close: string
}

interface CommentNode {
  readonly type: 'comment'
  readonly text: string
}

/** Text hidden by inclusion tags in this context, including the tags. */
interface IgnoredNode {
  readonly type: 'ignored'
  readonly text: string
}

/** A heading line with its equals signs, without the line break. */
export interface HeadingNode {
  readonly type: 'heading'
  readonly level: number
  readonly children: Tree
}
