import type { Sent, Visit } from '../visit.ts'

/** Contents of the edit form. The field names are MediaWiki's. */
export interface Draft {
  readonly text: string
  /** For a new section, its heading. */
  readonly summary: string
  /** Empty for the whole page. */
  readonly section: string
  readonly minor: boolean
  readonly watch: boolean
  /** Watchlist expiry; empty to keep the current one. */
  readonly watchTime: string
  /** Revision the edit is based on; 0 for a new page. */
  readonly base: number
  /** Timestamps (14 digits) of the base revision and of the start of the edit. */
  readonly edittime: string
  readonly starttime: string
  /** Old revision whose text is edited. */
  readonly oldid: number
  readonly undo: number
  readonly undoAfter: number
  /** Content model of the text. */
  readonly model: string
  /** Hash of the initial summary, to detect an edit without one of its own. */
  readonly autoSummary: string
  /** The writer's text in an edit conflict. */
  readonly mine: string | null
  readonly allowBlankSummary: boolean
  readonly allowBlankPage: boolean
  readonly recreate: boolean
}

const number = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** A number in the URL or form. */
export const requestedNumber = (visit: Visit, name: string): number => number(visit.search.get(name) ?? '')

/** The requested section; undefined if it is invalid. */
export function requestedSection(visit: Visit): string | undefined {
  const section = visit.search.get('section') ?? ''
  return section === '' || /^(?:(?:T-)?\d{1,9}|new)$/.test(section) ? section : undefined
}

/** A submitted form; `begun` supplies values for missing fields. */
export function draftOf(sent: Sent, begun: Pick<Draft, 'base' | 'edittime' | 'starttime' | 'model'>): Draft {
  const section = sent.text('wpSection') || sent.text('section')
  const digits = (name: string) => sent.text(name).replace(/\D/g, '')
  const time = (name: string, usual: string) => (digits(name).length === 14 ? digits(name) : usual)
  const heading = section === 'new' ? sent.text('wpSectionTitle') : ''
  return {
    text: sent.text('wpTextbox1').trimEnd(),
    summary: (heading || sent.text('wpSummary')).replace(/\n/g, ' ').replace(/^\s*=+\s*(.*?)\s*=+\s*$/, '$1'),
    section: /^(?:(?:T-)?\d{1,9}|new)$/.test(section) ? section : '',
    minor: sent.has('wpMinoredit'),
    watch: sent.has('wpWatchthis'),
    watchTime: sent.text('wpWatchlistExpiry'),
    base: sent.has('editRevId') ? number(sent.text('editRevId')) : sent.has('wpEdittime') ? -1 : begun.base,
    edittime: time('wpEdittime', begun.edittime),
    starttime: time('wpStarttime', begun.starttime),
    oldid: number(sent.text('oldid')),
    undo: number(sent.text('wpUndidRevision')),
    undoAfter: number(sent.text('wpUndoAfter')),
    model: sent.text('model') || begun.model,
    autoSummary: sent.text('wpAutoSummary'),
    mine: sent.has('wpTextbox2') ? sent.text('wpTextbox2').trimEnd() : null,
    allowBlankSummary: sent.has('wpIgnoreBlankSummary'),
    allowBlankPage: sent.has('wpIgnoreBlankArticle'),
    recreate: sent.has('wpRecreate'),
  }
}
