import { type Html, html, type Piece } from '#html/html.ts'
import { island } from '#html/island.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { NS } from '../../site/namespaces.ts'
import { hasWatchTimes, watchTimes as timesToWatch, usualWatchTime } from '../parts/watch-time.ts'
import type { Visit } from '../visit.ts'
import type { Draft } from './draft.ts'
import { copyright, mayMark, mayWatch } from './form.ts'
import type { Place } from './place.ts'

/** Messages used by the editor. */
const WORDS = [
  ...(['edit-textarea-aria-label', 'savechanges', 'cancel', 'preview', 'showdiff', 'summary', 'subject'] as const),
  ...(['minoredit', 'watchthis', 'recreate', 'storedversion', 'yourtext', 'diff-empty', 'summary-preview'] as const),
  'confirm-watch-label',
] as const

interface Around {
  readonly heading: string
  readonly notices: Piece
  /** The fallback form for browsers without scripts. */
  readonly form: Html
}

function timesOf(visit: Visit, { watchedUntil }: Place) {
  const watchTimes = timesToWatch(visit, watchedUntil)
  return { watchTimes, watchTime: usualWatchTime(watchTimes, watchedUntil) }
}

/** Mount point of the editor (props in `web/wiki-editor/props.ts`), containing the fallback form. */
export function editorIsland(visit: Visit, place: Place, draft: Draft, { heading, notices, form }: Around): Html {
  const { words, site } = visit
  const save = words.text(place.exists ? 'savechanges' : 'savearticle')
  const props = {
    api: site.script.replace(/index\.php$/, 'api.php'),
    script: site.script,
    language: visit.language,
    title: place.name,
    exists: place.exists,
    section: draft.section,
    model: draft.model,
    text: draft.text,
    summary: draft.summary,
    minor: draft.minor,
    watch: draft.watch,
    mayMark: mayMark(visit, place, draft),
    mayWatch: mayWatch(visit),
    ...(mayWatch(visit) && hasWatchTimes(visit) && timesOf(visit, place)),
    base: place.latest,
    starttime: draft.starttime,
    undo: draft.undo,
    undoAfter: draft.undoAfter,
    oldid: draft.oldid,
    contentLanguage: bcp47(place.language),
    direction: place.direction,
    address: visit.address(place.name),
    heading,
    notices: html`${notices}`.text,
    terms: html`${copyright(visit)}`.text,
    templateNamespace: site.namespaces.nameOf(NS.template),
    fileNamespace: site.namespaces.nameOf(NS.file),
    words: { ...Object.fromEntries(WORDS.map(key => [key, words.text(key)])), savechanges: save },
  }
  return island('wiki-editor', props, html`<div class="meanwhile">${form}</div>`)
}
