// The tree the preprocessor makes of wikitext. Everything that is not listed here stays plain text.
// Each node keeps all of its source, so that a call that cannot be expanded can be written back.

export type Node = string | TemplateNode | ArgumentNode | TagNode | CommentNode | IgnoredNode | HeadingNode

export type Tree = readonly Node[]

/** "name=value" (index 0) or the index-th unnamed value of a call. */
export interface Part {
  readonly index: number
  readonly name: Tree
  readonly value: Tree
}

/** {{title|part|…}}: a template, a parser function or a variable; which one is known only when it is expanded. */
export interface TemplateNode {
  readonly type: 'template'
  readonly title: Tree
  readonly parts: readonly Part[]
  /** The braces stand at the start of a line. */
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

/** What the inclusion tags hide in this view of the text, with the tags themselves. */
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
