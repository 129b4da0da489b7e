import type { Sent, Visit } from '../visit.ts'

/** What stands in the form: the text and all that goes with it. The names of the fields are MediaWiki's. */
export interface Draft {
  readonly text: string
  /** For a new section its heading. */
  readonly summary: string
  /** Empty for the whole page. */
  readonly section: string
  readonly minor: boolean
  readonly watch: boolean
  /** How long, where one can say so; empty as long as before. */
  readonly watchTime: string
  /** The revision that the writer saw; 0 for a page that was not there. */
  readonly base: number
  /** When that was made, and when the writing began: 14 digits. */
  readonly edittime: string
  readonly starttime: string
  /** An old revision whose text is edited. */
  readonly oldid: number
  readonly undo: number
  readonly undoAfter: number
  /** The content model that the text shall have. */
  readonly model: string
  /** What stood there at the beginning, by its hash, so that a form without a word of one's own is noticed. */
  readonly autoSummary: string
  /** One's own text beside somebody else's. */
  readonly mine: string | null
  readonly allowBlankSummary: boolean
  readonly allowBlankPage: boolean
  readonly recreate: boolean
}

const number = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** A number that the address or the form has under this name. */
export const askedNumber = (visit: Visit, name: string): number => number(visit.search.get(name) ?? '')

/** The section that the address asks for; undefined where it is none that there could be. */
export function askedSection(visit: Visit): string | undefined {
  const section = visit.search.get('section') ?? ''
  return section === '' || /^(?:(?:T-)?\d{1,9}|new)$/.test(section) ? section : undefined
}

/** What a form brought. Of what it left out, `begun` knows what would have stood there. */
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
