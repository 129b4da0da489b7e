import { hash } from 'node:crypto'
import { isWikiCode } from '#languages/wiki-languages.ts'
import type { ActionRun } from '../api/action-run.ts'
import { MessageLookup } from '../content/message-lookup.ts'
import type { EditMark } from '../editing/edit-marks.ts'
import { isSectioned, type PageChange } from '../editing/page-change.ts'
import type { PageState } from '../editing/page-state.ts'
import { findUndo } from '../editing/undo.ts'
import { fail } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'

/** Request parameters that define the new text. */
interface TextArgs {
  readonly section: string | undefined
  readonly sectiontitle: string | undefined
  readonly text: string | undefined
  readonly prependtext: string | undefined
  readonly appendtext: string | undefined
  readonly summary: string | undefined
  readonly undo: number | undefined
  readonly undoafter: number | undefined
  readonly md5: string | undefined
}

interface RequestedChange {
  readonly change: PageChange
  readonly summary: string | undefined
  /** Default summary for the edit. */
  readonly mark: EditMark | null
}

export const isAddition = ({ prependtext, appendtext }: TextArgs): boolean =>
  prependtext !== undefined || appendtext !== undefined

const SECTION = /^(?:(?:T-)?\d+|new)$/

export async function requestedChange(run: ActionRun, state: PageState, a: TextArgs): Promise<RequestedChange> {
  const { undo, summary } = a
  if (undo) {
    const range = { undo, after: a.undoafter }
    const result = await findUndo(run.db, state, run.titleText(state.ns, state.title), range)
    return { change: { kind: 'undo', undo: result }, summary, mark: null }
  }
  const newText = isAddition(a) ? (a.prependtext ?? '') + (a.appendtext ?? '') : (a.text ?? '')
  if (a.md5 !== undefined && hash('md5', newText, 'hex') !== a.md5.toLowerCase()) fail('apierror-badmd5')
  if (a.section !== undefined && !SECTION.test(a.section)) fail('apierror-invalidsection')
  if (a.section === 'new') return newSection(run, state, newText, a)
  if (isAddition(a)) {
    const around = { before: a.prependtext ?? '', after: a.appendtext ?? '' }
    const shipped = a.section === undefined ? await shippedMessage(run, state) : null
    if (shipped !== null)
      return { change: { kind: 'text', text: around.before + shipped + around.after }, summary, mark: null }
    return { change: { kind: 'around', section: a.section ?? null, ...around }, summary, mark: null }
  }
  if (a.section === undefined) return { change: { kind: 'text', text: newText }, summary, mark: null }
  return { change: { kind: 'section', section: a.section, text: newText }, summary, mark: null }
}

/** A missing page of the MediaWiki namespace shows the shipped message; `Edit/de` the German one. */
async function shippedMessage({ wiki }: ActionRun, { page, ns, title }: PageState): Promise<string | null> {
  if (page !== null || ns !== NS.mediawiki) return null
  const slash = title.lastIndexOf('/')
  const code = title.slice(slash + 1)
  const [name, language] = slash > 0 && isWikiCode(code) ? [title.slice(0, slash), code] : [title, wiki.site.language]
  return (await MessageLookup.open(wiki, language)).find(name).default
}

/** Adds a new section. Without `sectiontitle`, the summary becomes its heading. */
function newSection(run: ActionRun, state: PageState, text: string, a: TextArgs): RequestedChange {
  if (!isSectioned(state)) fail('apierror-sectionsnotsupported-what', [run.titleText(state.ns, state.title)])
  if (text.trim() === '') fail('missingcommenttext')
  const title = headingText(a.sectiontitle ?? a.summary ?? '') || null
  const change: PageChange = { kind: 'new-section', title, text }
  const mark = title === null ? null : { message: 'newsectionsummary', params: [plainHeading(title)] }
  return { change, summary: a.sectiontitle === undefined ? undefined : a.summary, mark }
}

/** Text of a heading, without heading markup that users may include. */
function headingText(input: string): string {
  const text = input.trim()
  if (text.length < 2 || !text.startsWith('=') || !text.endsWith('=')) return text
  let [start, end] = [0, text.length]
  while (text[start] === '=') start++
  while (end > start && text[end - 1] === '=') end--
  return text.slice(start, end).trim()
}

/** A heading for the summary: without links, tags and bold or italic quotes. */
const plainHeading = (wikitext: string): string =>
  wikitext
    .replace(/\[\[:?([^[|\]]+)\|([^[\]]+)\]\]/g, '$2')
    .replace(/\[\[:?([^[\]]+)\|?\]\]/g, '$1')
    .replace(/\[(?:https?:|ftps?:|mailto:)?\/\/[^\s\]]+ ([^\]]+)\]/g, '$1')
    .replace(/'{2,5}/g, '')
    .replace(/<[^<>]*>/g, '')
