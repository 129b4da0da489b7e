import type { PageContext } from '../../wikitext/host.ts'
import type { Redirect } from './parse-result.ts'

/** Text to parse and the page it belongs to. */
export interface Subject {
  readonly page: PageContext
  /** 0 for a missing page. */
  readonly pageId: number
  readonly text: string
  readonly model: string
  /** Shown with `prop=revid`, and always if a revision was requested. */
  readonly revision: { readonly id: number; readonly always: boolean } | null
  readonly redirects: readonly Redirect[] | null
  /** Visibility bits of the revision. */
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
