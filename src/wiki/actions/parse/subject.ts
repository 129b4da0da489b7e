import type { ActionRun } from '../../api/action-run.ts'
import type { Row } from '../../api/result/shape.ts'
import { fail, textList } from '../../messages/message.ts'
import type { PageContext } from '../../wikitext/host.ts'
import { pageToParse } from './page-to-parse.ts'
import { textToParse } from './text-to-parse.ts'

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

const STORED = ['page', 'pageid', 'oldid'] as const

/** `wantsFacts` is false when nothing but the page's name is to be told. */
export async function subjectOf(run: ActionRun, a: SubjectArgs, wantsFacts: boolean): Promise<Subject> {
  for (const given of ['text', 'title', 'revid'] as const) {
    const names = [given, ...STORED].filter(name => a[name] !== undefined)
    if (names.length > 1) fail('apierror-invalidparammix', [textList(names), names.length])
  }
  const isStored = STORED.some(name => a[name] !== undefined)
  if (isStored && a.section === 'new') fail('apierror-invalidparammix-parse-new-section')
  return isStored ? pageToParse(run, a) : textToParse(run, a, wantsFacts)
}
