import { hash } from 'node:crypto'
import { type Html, html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import { TextWork, WorkRefused } from '../../content/text-work/text-work.ts'
import { automaticSummary } from '../../editing/edit-marks.ts'
import { readPageState } from '../../editing/page-state.ts'
import { findUndo, undoMark, undoneText } from '../../editing/undo.ts'
import { ApiError } from '../../messages/message.ts'
import { NS } from '../../site/namespaces.ts'
import { parseTitle } from '../../site/titles.ts'
import type { Visit } from '../visit.ts'
import { type Draft, requestedNumber, requestedSection } from './draft.ts'
import { type Place, prefers, sourceOf } from './place.ts'

/** Initial contents of the edit form and the notes above it. */
export interface InitialForm {
  readonly draft: Draft
  readonly notes: readonly Html[]
}

const warning = (piece: Html): Html => html`<div class="note warning"><p>${piece}</p></div>`

/** The form the URL asks for, or the reason why there is none. */
export async function begin(visit: Visit, place: Place): Promise<InitialForm | { readonly no: Html }> {
  const { search, words } = visit
  const section = requestedSection(visit)
  if (section === undefined || (section !== '' && place.model !== 'wikitext'))
    return { no: words.html('nosuchsectiontext', search.get('section') ?? '') }
  const notes: Html[] = []
  const plain: Draft = {
    text: '',
    summary: '',
    section,
    base: place.latest,
    edittime: place.edittime,
    starttime: place.now,
    minor: search.has('minor') || (place.exists && prefers(place, 'minordefault')),
    watchTime: '',
    watch: place.watched || prefers(place, place.exists ? 'watchdefault' : 'watchcreations'),
    oldid: 0,
    undo: 0,
    undoAfter: 0,
    model: place.model,
    autoSummary: '',
    mine: null,
    allowBlankSummary: false,
    allowBlankPage: false,
    recreate: false,
  }
  const summary = search.get('summary') ?? ''
  if (section === 'new' || !place.exists) {
    const text = await newText(visit, place, section)
    return { draft: finished({ ...plain, text, summary: search.get('preloadtitle') ?? summary }), notes }
  }
  const undo = requestedNumber(visit, 'undo')
  if (undo !== 0) {
    const undone = await undoing(visit, place, undo, requestedNumber(visit, 'undoafter'))
    if ('text' in undone) {
      notes.push(html`<div class="note good"><p>${words.html('undo-success')}</p></div>`)
      return {
        draft: finished({ ...plain, undo, undoAfter: undone.after, text: undone.text, summary: undone.summary }),
        notes,
      }
    }
    notes.push(warning(undone.no))
  }
  const oldid = requestedNumber(visit, 'oldid')
  const isOld = oldid !== 0 && oldid !== place.latest
  const source = await sourceOf(visit, isOld ? { revids: oldid } : { titles: place.name }, section)
  if ('lacks' in source) return { no: missingTextReason(visit, source.lacks, section, oldid) }
  if (source.page !== place.name) return { no: html`${visit.reader.t('wiki.not_a_revision', { id: oldid })}` }
  if (isOld) notes.push(warning(words.html('editingold')))
  const heading = section === '' ? '' : headingOf(source.text)
  return {
    draft: finished({
      ...plain,
      text: source.text,
      oldid: isOld ? oldid : 0,
      summary: summary || (heading && `/* ${heading} */ `),
    }),
    notes,
  }
}

const finished = (draft: Draft): Draft => ({ ...draft, autoSummary: summaryHash(draft.summary) })

export const summaryHash = (summary: string): string => hash('md5', summary.trim(), 'hex')

function missingTextReason(visit: Visit, lacks: string, section: string, oldid: number): Html {
  const { words, reader } = visit
  if (lacks === 'section') return words.html('nosuchsectiontext', section)
  if (lacks === 'revision') return html`${reader.t('wiki.not_a_revision', { id: oldid })}`
  return words.html('rev-deleted-text-permission')
}

/** Section heading as used in edit summaries. */
export function headingOf(text: string): string {
  const match = /^(={1,6})(.+)\1[^\S\n]*(?:<!--.*-->)?\s*$/m.exec(text.slice(0, 2000))
  return (match?.[2] ?? '')
    .replace(/\[\[:?(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/'{2,5}|<[^<>]*>/g, '')
    .trim()
}

const MAX_PARAMS = 20

/** Initial text of a new page or section: from `preload`, or the default interface message. */
async function newText(visit: Visit, { title, exists, name }: Place, section: string): Promise<string> {
  const preload = visit.search.get('preload') ?? ''
  const params = visit.search.getAll('preloadparams[]').slice(0, MAX_PARAMS)
  if (preload !== '') return (await preloaded(visit, preload, params)) ?? ''
  if (section === '' && !exists && title.ns === NS.mediawiki) return shippedMessage(visit, name)
  return ''
}

/** Text of a page for preloading, without its noinclude parts. */
async function preloaded(visit: Visit, named: string, params: readonly string[]): Promise<string | null> {
  const title = parseTitle(visit.site, named)
  if ('invalid' in title || title.interwiki !== '' || title.ns < 0 || title.dbkey === '') return null
  const { pages = [] } = await visit.query({
    titles: visit.name(title),
    redirects: true,
    prop: 'revisions',
    rvprop: 'content|ids',
    rvslots: 'main',
  })
  const text = pages[0]?.revisions?.[0]?.slots?.main?.content
  if (text === undefined) return null
  const only = [...text.matchAll(/<onlyinclude>([\s\S]*?)<\/onlyinclude>/gi)].map(([, inside]) => inside).join('')
  return (only || text.replace(/<noinclude>[\s\S]*?<\/noinclude>/gi, ''))
    .replace(/<\/?includeonly>/gi, '')
    .replace(/\$(\d{1,2})/g, (all, at: string) => params[Number(at) - 1] ?? all)
}

/** A missing page of the MediaWiki namespace starts with the shipped message. */
async function shippedMessage(visit: Visit, name: string): Promise<string> {
  const [, key = '', code] = /^[^:]*:([^/]*)(?:\/(.+))?$/.exec(name) ?? []
  const { allmessages = [] } = await visit.query({
    meta: 'allmessages',
    ammessages: key.charAt(0).toLowerCase() + key.slice(1),
    amlang: code ?? visit.site.language,
  })
  return allmessages[0]?.content ?? ''
}

type Undone = { readonly text: string; readonly after: number; readonly summary: string } | { readonly no: Html }

/** The text with revisions undone, like `action=edit&undo=…`, but for review before saving. */
export async function undoing(visit: Visit, place: Place, undo: number, undoAfter: number): Promise<Undone> {
  const { wiki, words } = visit
  try {
    const state = await readPageState(wiki, { ns: place.title.ns, title: place.title.dbkey })
    const range = await findUndo(wiki.db, state, place.name, { undo, after: undoAfter || undefined })
    const work = new TextWork(wiki, seconds(wiki.clock))
    const text = await undoneText(wiki, work, state, range)
    if (text === state.text) return { no: words.html('undo-nochange') }
    const mark = undoMark(range)
    const summary = mark === null ? '' : await automaticSummary(wiki, mark)
    return { text, after: range.after, summary }
  } catch (error) {
    if (error instanceof WorkRefused) return { no: words.html('undo-failure') }
    if (!(error instanceof ApiError)) throw error
    const isConflict = error.messages.some(({ key }) => key === 'undo-failure')
    return { no: words.html(isConflict ? 'undo-failure' : 'undo-norev') }
  }
}
