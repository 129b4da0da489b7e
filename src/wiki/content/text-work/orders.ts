// What can be done with a text, in terms that can be sent to a thread and back.

import type { DiffBlock } from '../../diff/table-diff.ts'
import type { ExpandedText } from '../../wikitext/expand/expand-wikitext.ts'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import type { PageContext } from '../../wikitext/host.ts'
import type { LimitUse } from '../../wikitext/html/limit-report.ts'
import type { RenderOptions } from '../../wikitext/html/rendering/rendering.ts'
import type { FoundSection } from '../../wikitext/html/rendering/sections.ts'
import type { Signature } from '../../wikitext/pre-save.ts'
import type { Found } from '../../wikitext/state/output.ts'
import type { Needs } from '../needs.ts'

export interface TextToRender {
  readonly page: PageContext
  readonly text: string
  readonly model: string
  /** The reader's, in which the page's table of contents is headed and {{int:}} speaks. */
  readonly language: string
  readonly options?: Partial<Omit<RenderOptions, 'reader'>>
  /** What is to be found out besides, because it takes time. */
  readonly wants?: { readonly offsets?: boolean; readonly limitLabels?: boolean }
}

export interface RenderedText {
  readonly html: string
  /** What came to light on the way. */
  readonly found: Found
  /** Wikitext for whoever wrote it. */
  readonly warnings: readonly string[]
  readonly sections: readonly FoundSection[]
  /** Where in the text each section begins, by its number. */
  readonly offsets: ReadonlyMap<number, number>
  readonly showsContents: boolean
  /** HTML that stands beside the title, by name. */
  readonly indicators: ReadonlyMap<string, string>
  /** `words` says in the reader's language what is counted. */
  readonly limits: readonly (LimitUse & { readonly words: string })[]
  /** What it was made of besides the text. */
  readonly needs: Needs
  /** For how many seconds it would be made the same; null for good. */
  readonly staysSame: number | null
}

interface Works {
  readonly diff: readonly [{ readonly before: string; readonly after: string }, readonly DiffBlock[]]
  /** Of HTML, to HTML. */
  readonly 'diff-html': readonly [{ readonly before: string; readonly after: string }, string]
  /** Null where both changed the same. */
  readonly merge: readonly [{ readonly base: string; readonly mine: string; readonly theirs: string }, string | null]
  readonly render: readonly [TextToRender, RenderedText]
  /** `language` is the reader's. */
  readonly expand: readonly [{ readonly page: PageContext; readonly text: string; readonly language: string }, string]
  /** The same with what came to light on the way. */
  readonly 'expand-and-tell': readonly [
    {
      readonly page: PageContext
      readonly text: string
      readonly language: string
      readonly keepsComments: boolean
    },
    ExpandedText,
  ]
  readonly harvest: readonly [{ readonly page: PageContext; readonly text: string; readonly model: string }, Harvest]
  readonly 'pre-save': readonly [
    { readonly page: PageContext; readonly text: string; readonly signature: Signature },
    string,
  ]
  readonly 'parse-tree': readonly [{ readonly text: string }, string]
  readonly section: readonly [{ readonly text: string; readonly section: string }, string | null]
  readonly 'replace-section': readonly [
    { readonly text: string; readonly section: string; readonly replacement: string },
    string | null,
  ]
}

export type TextWorkKind = keyof Works
export type TextOrder<K extends TextWorkKind> = Works[K][0]
export type TextResult<K extends TextWorkKind> = Works[K][1]
