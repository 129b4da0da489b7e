// Operations on texts, in a form that can be sent to a worker thread and back.

import type { JsonDiffLine } from '../../diff/json-diff.ts'
import type { DiffBlock } from '../../diff/table-diff.ts'
import type { ExpandedText } from '../../wikitext/expand/expand-wikitext.ts'
import type { Heading } from '../../wikitext/flat-headings.ts'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import type { PageContext } from '../../wikitext/host.ts'
import type { LimitUse } from '../../wikitext/html/limit-report.ts'
import type { RenderOptions, VariantTitle } from '../../wikitext/html/rendering/rendering.ts'
import type { FoundSection } from '../../wikitext/html/rendering/sections.ts'
import type { ModuleFault } from '../../wikitext/lua/check-module.ts'
import type { ConsoleOrder, ConsoleResult } from '../../wikitext/module-console.ts'
import type { Signature } from '../../wikitext/pre-save.ts'
import type { Found } from '../../wikitext/state/output.ts'
import type { ExtractOptions } from '../extract.ts'
import type { Needs } from '../needs.ts'

export interface TextToRender {
  readonly page: PageContext
  readonly text: string
  readonly model: string
  /** The reader's language, for the table of contents and {{int:}}. */
  readonly language: string
  readonly options?: Partial<Omit<RenderOptions, 'reader'>>
  /** Optional results that take extra time. */
  readonly wants?: { readonly offsets?: boolean; readonly limitLabels?: boolean }
}

export interface RenderedText {
  readonly html: string
  /** Properties collected while parsing. */
  readonly found: Found
  /** Warnings for the author, as wikitext. */
  readonly warnings: readonly string[]
  readonly sections: readonly FoundSection[]
  /** Start offset of each section, by section number; as 0, the length of the text. */
  readonly offsets: ReadonlyMap<number, number>
  readonly showsContents: boolean
  /** The title in the requested variant of the language; null for a language without variants. */
  readonly variantTitle: VariantTitle | null
  /** HTML shown beside the title, by name. */
  readonly indicators: ReadonlyMap<string, string>
  /** Style modules of extensions. */
  readonly styles: readonly string[]
  /** Details of script errors as HTML, by number. */
  readonly scriptErrors: readonly string[]
  /** The first syntax error of a module. */
  readonly moduleFault: ModuleFault | null
  /** `words` labels the limit in the reader's language. */
  readonly limits: readonly (LimitUse & { readonly words: string })[]
  /** What the result depends on besides the text. */
  readonly needs: Needs
  /** Seconds for which the result stays valid; null means indefinitely. */
  readonly staysSame: number | null
}

interface Works {
  readonly diff: readonly [{ readonly before: string; readonly after: string }, readonly DiffBlock[]]
  readonly 'diff-json': readonly [{ readonly before: string; readonly after: string }, readonly JsonDiffLine[]]
  readonly headings: readonly [{ readonly text: string }, readonly Heading[]]
  /** From HTML, to HTML. */
  readonly 'diff-html': readonly [{ readonly before: string; readonly after: string }, string]
  /** Null on a conflict. */
  readonly merge: readonly [{ readonly base: string; readonly mine: string; readonly theirs: string }, string | null]
  readonly render: readonly [TextToRender, RenderedText]
  /** `language` is the reader's. */
  readonly expand: readonly [{ readonly page: PageContext; readonly text: string; readonly language: string }, string]
  /** Also returns the properties collected on the way. */
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
  /** Null when a module has no syntax error. */
  readonly 'check-module': readonly [{ readonly name: string; readonly text: string }, ModuleFault | null]
  readonly console: readonly [ConsoleOrder, ConsoleResult]
  /** From the HTML of a page. */
  readonly extract: readonly [{ readonly html: string; readonly options: ExtractOptions }, string]
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
