import { type Html, html, type Piece } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { hiddenField, tokenField } from '../parts/form.ts'
import { hasWatchTimes, usualWatchTime, watchTimes } from '../parts/watch-time.ts'
import type { Visit } from '../visit.ts'
import { consoleFields } from './console.ts'
import type { Draft } from './draft.ts'
import type { Place } from './place.ts'

/** Optional parts of the form. */
export interface FormOptions {
  /** Errors and notes above the text. */
  readonly above?: Piece
  /** Edit conflict: the writer's own text appears below. */
  readonly conflict?: boolean
  readonly askRecreate?: boolean
  readonly allowBlankSummary?: boolean
  readonly allowBlankPage?: boolean
  /** Code in the console of a module. */
  readonly question?: string
}

const MAX_SUMMARY = 500

const button = (name: string, key: string, label: string, kind = 'button'): Html =>
  html`<button class="${kind}" id="${name}" name="${name}" value="1" accesskey="${key}">${label}</button>`

const box = (name: string, label: Piece, checked: boolean, key?: string): Html =>
  html`<label class="choice"><input type="checkbox" id="${name}" name="${name}" value="1"${checked && html` checked`}${
    key !== undefined && html` accesskey="${key}"`
  }><span>${label}</span></label>`

export const mayMark = ({ caller }: Visit, { exists }: Place, { section }: Draft): boolean =>
  caller.can('minoredit') && exists && section !== 'new'
export const mayWatch = ({ caller }: Visit): boolean => caller.account !== null && caller.can('editmywatchlist')

const hiddenFields = (visit: Visit, draft: Draft, options: FormOptions): Piece[] => [
  tokenField(visit),
  hiddenField('wpSection', draft.section),
  hiddenField('wpStarttime', draft.starttime),
  hiddenField('wpEdittime', draft.edittime),
  hiddenField('editRevId', draft.base),
  hiddenField('oldid', draft.oldid),
  hiddenField('wpAutoSummary', draft.autoSummary),
  hiddenField('model', draft.model),
  draft.undo !== 0 && [hiddenField('wpUndidRevision', draft.undo), hiddenField('wpUndoAfter', draft.undoAfter)],
  (options.allowBlankSummary || draft.allowBlankSummary) && hiddenField('wpIgnoreBlankSummary', 1),
  (options.allowBlankPage || draft.allowBlankPage) && hiddenField('wpIgnoreBlankArticle', 1),
]

/** The edit form. It works without scripts, and its fields have MediaWiki's names, which tools rely on. */
export function editForm(visit: Visit, place: Place, draft: Draft, options: FormOptions = {}): Html {
  const { words } = visit
  const isNew = draft.section === 'new'
  const save = words.text(place.exists ? 'savechanges' : 'savearticle')
  const target = visit.address(place.name, { action: 'submit' })
  const buttons = [
    button('wpSave', 's', save, 'button first'),
    button('wpPreview', 'p', words.text('showpreview')),
    button('wpDiff', 'v', words.text('showdiff')),
  ]
  const back = visit.address(place.name)
  const cancel = html`<a class="button quiet-button" id="mw-editform-cancel" href="${back}">${words.text('cancel')}</a>`
  const useMine = html`<button class="button" name="wpUseMine" value="1">${visit.reader.t('wiki.use_mine')}</button>`
  const mine = textarea('wpTextbox2', draft.mine ?? '', place, false)
  const own = html`<label for="wpTextbox2">${words.text('yourtext')}</label>${mine}`
  const sending = html`method="post" action="${target}" enctype="multipart/form-data"`
  return html`<form id="editform" name="editform" class="edit-form" ${sending}>
${hiddenFields(visit, draft, options)}
${options.above}${isNew && summaryField(visit, draft)}
<div class="field"><label for="wpTextbox1"${
    !options.conflict && html` class="aside"`
  }>${words.text(options.conflict ? 'storedversion' : 'edit-textarea-aria-label')}</label>
${textarea('wpTextbox1', draft.text, place, false)}</div>
${options.conflict && html`<div class="field">${own}<p>${useMine}</p></div>`}
${!isNew && summaryField(visit, draft)}
<div class="edit-boxes">${
    mayMark(visit, place, draft) && box('wpMinoredit', words.text('minoredit'), draft.minor, 'i')
  }${mayWatch(visit) && box('wpWatchthis', words.text('watchthis'), draft.watch, 'w')}${
    mayWatch(visit) && hasWatchTimes(visit) && watchTimeChoice(visit, place, draft)
  }${options.askRecreate && box('wpRecreate', words.text('recreate'), false)}</div>
<p class="buttons">${buttons}${cancel}</p>
${consoleFields(visit, draft, options.question)}${hiddenField('wpEditToken', visit.token)}${copyright(visit)}</form>`
}

/** Watchlist expiry selector. */
function watchTimeChoice(visit: Visit, { watchedUntil }: Place, { watchTime }: Draft): Html {
  const times = watchTimes(visit, watchedUntil)
  const chosen = times.some(([value]) => value === watchTime) ? watchTime : usualWatchTime(times, watchedUntil)
  const options = times.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )
  const select = html`<select id="wpWatchlistExpiry" name="wpWatchlistExpiry">${options}</select>`
  return html`<label class="choice"><span>${visit.words.text('confirm-watch-label')}</span>${select}</label>`
}

function summaryField({ words }: Visit, { section, summary }: Draft): Html {
  const label = words.text(section === 'new' ? 'subject' : 'summary')
  const attributes = html`class="wide" maxlength="${MAX_SUMMARY}" value="${summary}" dir="auto" spellcheck="true"`
  const input = html`<input id="wpSummary" name="wpSummary" type="text" ${attributes} accesskey="b">`
  return html`<div class="field"><label for="wpSummary">${label}</label>${input}</div>`
}

/** Browsers drop the first line break in a text area, so add one. */
export const textarea = (
  name: string,
  text: string,
  { language, direction, model }: Place,
  readonly: boolean,
): Html => {
  const isCode = model !== 'wikitext' && model !== 'text'
  return html`<textarea id="${name}" name="${name}" class="source" rows="24" cols="80" lang="${bcp47(language)}" dir="${
    isCode ? 'ltr' : direction
  }"${isCode && html` spellcheck="false"`}${readonly && html` readonly`} accesskey="${
    name === 'wpTextbox1' ? ',' : ''
  }">
${text}</textarea>`
}

/** The licence for contributions, if the wiki has one. */
export function copyright(visit: Visit): Piece {
  const { words, site } = visit
  const { url = '', text = '' } = (site.info.rightsinfo ?? {}) as { url?: string; text?: string }
  if (text === '') return null
  const licence = /^(?:https?:)?\/\//.test(url) ? html`<a href="${url}">${text}</a>` : html`${text}`
  return html`<p class="quiet small" id="editpage-copywarn">${words.html('copyrightwarning', '', licence)}</p>`
}

/** Templates used on the page. */
export async function templatesUsed(visit: Visit, { name, exists }: Place): Promise<Piece> {
  if (!exists) return null
  const { pages = [] } = await visit.query({ titles: name, prop: 'templates', tllimit: 100 })
  const used = pages[0]?.templates ?? []
  if (used.length === 0) return null
  const editLink = (title: string): Html =>
    html`<a class="quiet" href="${visit.address(title, { action: 'edit' })}">${visit.words.text('editlink')}</a>`
  const items = used.map(
    ({ title }) => html`<li><a href="${visit.address(title)}"><bdi>${title}</bdi></a> ${editLink(title)}</li>`,
  )
  const summary = html`<summary>${visit.words.text('templatesused', used.length)}</summary>`
  return html`<details class="templatesUsed">${summary}<ul>${items}</ul></details>`
}
