import type { TextSource } from '../content/text-blobs.ts'
import type { TextWork } from '../content/text-work/text-work.ts'
import { fail } from '../messages/message.ts'
import { knownText, type PageState } from './page-state.ts'
import { type Undo, undoneText } from './undo.ts'

/** A change to a page's text. */
export type PageChange =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'section'; readonly section: string; readonly text: string }
  /** A null title adds the section without a heading. */
  | { readonly kind: 'new-section'; readonly title: string | null; readonly text: string }
  | { readonly kind: 'around'; readonly section: string | null; readonly before: string; readonly after: string }
  | { readonly kind: 'undo'; readonly undo: Undo }
  /** Finds its place in whatever the text is by then. */
  | { readonly kind: 'amend'; readonly amend: (text: string) => string }

/** Applies a change to the page's current text. */
export async function changedText(
  source: TextSource,
  work: TextWork,
  state: PageState,
  change: PageChange,
): Promise<string> {
  switch (change.kind) {
    case 'text':
      return change.text
    case 'section':
      return withSection(work, state, change.section, change.text)
    case 'new-section':
      return withNewSection(knownText(state), change)
    case 'undo':
      return undoneText(source, work, state, change.undo)
    case 'amend':
      return change.amend(knownText(state))
    case 'around': {
      const { section, before, after } = change
      const around = (text: string) => before + text + after
      if (section === null) return around(knownText(state))
      return withSection(work, state, section, around(await sectionText(work, state, section)))
    }
  }
}

async function withSection(work: TextWork, state: PageState, section: string, replacement: string): Promise<string> {
  const replaced = isSectioned(state)
    ? await work.run('replace-section', { text: knownText(state), section, replacement })
    : null
  return replaced ?? fail('apierror-nosuchsection', [section])
}

async function sectionText(work: TextWork, state: PageState, section: string): Promise<string> {
  const found = isSectioned(state) ? await work.run('section', { text: knownText(state), section }) : null
  return found ?? fail('apierror-nosuchsection', [section])
}

export const isSectioned = ({ model }: Pick<PageState, 'model'>): boolean => model === 'wikitext'

function withNewSection(text: string, section: { readonly title: string | null; readonly text: string }): string {
  const heading = section.title === null ? '' : `== ${section.title} ==\n\n`
  return text.trim() === '' ? heading + section.text : `${text}\n\n${heading}${section.text}`
}
