import type { Row } from '../../api/result/shape.ts'
import type { PageContext } from '../../wikitext/host.ts'

/** What is to be parsed: a text, and the page it counts as. */
export interface Subject {
  readonly page: PageContext
  /** 0 for a page that does not exist. */
  readonly pageId: number
  readonly text: string
  readonly model: string
  /** Shown with `prop=revid`, and always to whoever asked for one revision. */
  readonly revision: { readonly id: number; readonly always: boolean } | null
  readonly redirects: readonly Row[] | null
  /** What the column of a revision says that is hidden from others. */
  readonly hidden?: number
}

export interface SubjectArgs {
  readonly title: string | undefined
  readonly text: string | undefined
  readonly revid: number | undefined
  readonly page: string | undefined
  readonly pageid: number | undefined
  readonly oldid: number | undefined
  readonly redirects: boolean
  readonly preview: boolean
  readonly section: string | undefined
  readonly contentmodel: string | undefined
  readonly contentformat: string | undefined
}
