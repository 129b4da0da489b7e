import { reader } from '../shared/reader.ts'
import { browserShelf } from '../shared/shelf.ts'

/** A comment that is not sent yet. */
export interface TalkDraft {
  readonly title: string
  readonly text: string
}

const PREFIX = 'parlance-talk-draft'
const shelf = browserShelf()

/** A draft belongs to an account, a page, and the comment that it replies to. */
const keyOf = (page: string, comment: string | null): string =>
  [PREFIX, reader.name ?? '', page, comment ?? ''].join('\n')

export function readDraft(page: string, comment: string | null): TalkDraft | null {
  try {
    const draft = JSON.parse(shelf?.getItem(keyOf(page, comment)) ?? 'null') as Partial<TalkDraft> | null
    return typeof draft?.text === 'string' ? { title: String(draft.title ?? ''), text: draft.text } : null
  } catch {
    return null
  }
}

/** Returns whether the browser has stored it. */
export function keepDraft(page: string, comment: string | null, draft: TalkDraft): boolean {
  try {
    if (draft.text === '' && draft.title === '') shelf?.removeItem(keyOf(page, comment))
    else shelf?.setItem(keyOf(page, comment), JSON.stringify(draft))
    return shelf !== null && draft.text !== ''
  } catch {
    return false
  }
}
