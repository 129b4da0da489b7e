import { html } from '#html/html.ts'
import type { Refusal } from '../../api/ask.ts'
import type { Title } from '../../site/titles.ts'
import { begin, headingOf, summaryHash, undoing } from '../edit/begin.ts'
import { conflictNote, conflictOf } from '../edit/conflict.ts'
import { consoleResult, questionIn } from '../edit/console.ts'
import { denied, reasons } from '../edit/denied.ts'
import { type Draft, draftOf } from '../edit/draft.ts'
import { editForm, type FormOptions, templatesUsed } from '../edit/form.ts'
import { editorIsland } from '../edit/island.ts'
import { logOf, notices } from '../edit/notices.ts'
import { type Place, placeOf, prefers } from '../edit/place.ts'
import { changes, preview } from '../edit/shown-text.ts'
import { errorPage } from '../error-page.ts'
import type { Go, Shown, View } from '../page.ts'
import { hasWatchTimes } from '../parts/watch-time.ts'
import type { Sent, Visit } from '../visit.ts'

const writing = (action: 'edit' | 'submit'): View => ({
  action,
  tab: 'edit',
  show: open,
  take,
  lost,
})

/** `action=edit`: edit form for a page, section or old revision; without the right, the reasons and the source. */
export const editView = writing('edit')
/** `action=submit`: target of the edit form. */
export const submitView = writing('submit')

/** Input boxes can put new pages below another one: `prefix` precedes the title. */
async function open(visit: Visit, title: Title): Promise<Shown | Go> {
  const params = new URLSearchParams(visit.search)
  const prefix = params.get('prefix') ?? ''
  if (prefix === '') return show(visit, title)
  params.delete('prefix')
  params.set('title', prefix + (params.get('title') ?? ''))
  return { go: `${visit.site.script}?${params}` }
}

async function show(visit: Visit, title: Title): Promise<Shown> {
  const place = await placeOf(visit, title)
  if (place.denials.length > 0) return denied(visit, place, null)
  const initial = await begin(visit, place)
  if ('no' in initial) return errorPage(404, place.name, initial.no, title)
  return formPage(visit, place, initial.draft, { above: initial.notes })
}

async function take(visit: Visit, title: Title, sent: Sent): Promise<Shown | Go> {
  // A missing text field, unlike an empty one, means that there is nothing to save.
  if (!sent.has('wpTextbox1')) return show(visit, title)
  const place = await placeOf(visit, title)
  const draft = draftOf(sent, { ...place, base: place.latest, starttime: place.now })
  if (sent.has('wpPreview')) return formPage(visit, place, draft, { above: await preview(visit, place, draft) })
  if (sent.has('wpDiff')) return formPage(visit, place, draft, { above: await changes(visit, place, draft) })
  if (sent.has('wpConsole')) {
    const question = questionIn(sent)
    return formPage(visit, place, draft, { question, above: await consoleResult(visit, place, draft, question) })
  }
  if (sent.has('wpUseMine') && draft.mine !== null) {
    const taken = { ...draft, text: draft.mine }
    return formPage(visit, place, taken, { above: await changes(visit, place, taken) })
  }
  return (await confirmMistakes(visit, place, draft)) ?? save(visit, place, draft)
}

/** A form without a valid token: saves nothing and keeps the typed text. */
async function lost(visit: Visit, title: Title, sent: Sent): Promise<Shown> {
  if (!sent.has('wpTextbox1')) return { ...(await show(visit, title)), status: 403 }
  const place = await placeOf(visit, title)
  const draft = draftOf(sent, { ...place, base: place.latest, starttime: place.now })
  if (place.denials.length > 0) return denied(visit, place, draft.text)
  const text = visit.words.html('session_fail_preview')
  const above = html`<div class="note wrong" role="alert" id="mw-session-lost"><p>${text}</p></div>`
  return { ...(await formPage(visit, place, draft, { above })), status: 403 }
}

/** Asks for confirmation of likely mistakes. */
async function confirmMistakes(visit: Visit, place: Place, draft: Draft): Promise<Shown | null> {
  const again = (key: string, options: FormOptions) => {
    const text = visit.words.html(key, visit.words.text('savechanges'))
    const above = html`<div class="note warning" role="alert" id="mw-${key}"><p>${text}</p></div>`
    return formPage(visit, place, draft, { ...options, above })
  }
  const isBlank = draft.text.trim() === ''
  if (!place.exists && isBlank && draft.section === '' && !draft.allowBlankPage && place.denials.length === 0)
    return again('blankarticle', { allowBlankPage: true })
  const isUnsaid = draft.autoSummary !== '' && summaryHash(draft.summary) === draft.autoSummary
  if (isUnsaid && !draft.allowBlankSummary && draft.undo === 0 && prefers(place, 'forceeditsummary'))
    return again('missingsummary', { allowBlankSummary: true })
  return null
}

async function save(visit: Visit, place: Place, draft: Draft): Promise<Shown | Go> {
  const isFor = draft.watch && draft.watchTime !== '' && hasWatchTimes(visit)
  const watchlist =
    visit.caller.account === null
      ? {}
      : { watchlist: draft.watch ? 'watch' : 'unwatch', ...(isFor && { watchlistexpiry: draft.watchTime }) }
  const common = {
    action: 'edit',
    title: place.name,
    starttimestamp: draft.starttime,
    recreate: draft.recreate,
    ...watchlist,
    ...(draft.minor ? { minor: true } : { notminor: true }),
  }
  const isNew = draft.section === 'new'
  const content = (await isPureUndo(visit, place, draft))
    ? { undo: draft.undo, undoafter: draft.undoAfter, summary: draft.summary }
    : {
        text: draft.text,
        ...(draft.section !== '' && { section: draft.section }),
        ...(isNew ? { sectiontitle: draft.summary || undefined } : { summary: draft.summary }),
        ...(draft.model !== place.model && { contentmodel: draft.model }),
      }
  const base = isNew
    ? {}
    : draft.base > 0
      ? { baserevid: draft.base }
      : draft.base < 0
        ? { basetimestamp: draft.edittime }
        : { createonly: true }
  // Passing the base also protects the reader's own edits, in another tab or before going back.
  const response = await visit.post({ ...common, ...content, ...base })
  return response.ok ? saved(visit, place, draft) : refused(visit, place, draft, response.errors)
}

/** Whether the text still equals the result of the undo, so that the edit is marked as one. */
async function isPureUndo(visit: Visit, place: Place, { undo, undoAfter, text }: Draft): Promise<boolean> {
  if (undo === 0) return false
  const undone = await undoing(visit, place, undo, undoAfter)
  return 'text' in undone && undone.text.trimEnd() === text
}

const isConflict = (errors: readonly Refusal[]): boolean =>
  errors.some(({ code }) => code === 'editconflict' || code === 'articleexists')

async function refused(visit: Visit, place: Place, draft: Draft, errors: readonly Refusal[]): Promise<Shown> {
  if (isConflict(errors)) {
    const now = await placeOf(visit, place.title)
    const conflict = await conflictOf(visit, now, draft)
    const above = await conflictNote(visit, now, conflict)
    return { ...(await formPage(visit, now, conflict.draft, { above, conflict: true })), status: 409 }
  }
  if (errors.some(({ code }) => code === 'pagedeleted')) {
    const log = await logOf(visit, place.name, ['delete'])
    const text = visit.words.html('deletedwhileediting')
    const above = html`<div class="note warning" role="alert" id="mw-deleted"><p>${text}</p>${log}</div>`
    return { ...(await formPage(visit, place, draft, { above, askRecreate: true })), status: 409 }
  }
  if (place.denials.length > 0) return denied(visit, place, draft.text)
  const above = html`<div class="note wrong" role="alert">${await reasons(visit, place, errors)}</div>`
  return { ...(await formPage(visit, place, draft, { above, conflict: draft.mine !== null })), status: 400 }
}

/** Redirects to the saved section or page. */
async function saved(visit: Visit, place: Place, { section, summary, text }: Draft): Promise<Go> {
  const { pages = [] } = await visit.query({ titles: place.name, prop: 'info' })
  const address = visit.address(place.name, pages[0]?.redirect ? { redirect: 'no' } : {})
  if (section === '' || section === '0') return { go: address }
  const response = await visit.ask({ action: 'parse', page: place.name, prop: 'sections' })
  const sections = (response.ok && response.result.parse.sections) || []
  const heading = section === 'new' ? summary : headingOf(text)
  const newHeading =
    section === 'new'
      ? (sections.findLast(({ line }) => line === heading) ?? sections.at(-1))
      : sections.find(({ index }) => index === section)
  return { go: newHeading ? `${address}#${encodeURIComponent(newHeading.anchor)}` : address }
}

function titleOf({ words }: Visit, { exists, name }: Place, { section }: Draft, isConflicting: boolean): string {
  if (isConflicting) return words.text('editconflict', name)
  if (section === 'new') return words.text('editingcomment', name)
  if (section !== '') return words.text('editingsection', name)
  return words.text(exists ? 'editing' : 'creating', name)
}

async function formPage(visit: Visit, place: Place, draft: Draft, options: FormOptions): Promise<Shown> {
  // The reader may have been blocked, or the page protected, in the meantime.
  if (place.denials.length > 0) return denied(visit, place, draft.text)
  const notes = [await notices(visit, place), options.above]
  const title = titleOf(visit, place, draft, options.conflict === true)
  const form = editForm(visit, place, draft, { ...options, above: notes })
  const used = await templatesUsed(visit, place)
  const page = { title, about: place.title, wide: true }
  // Previews, conflicts and errors rendered by the server are for readers without scripts.
  if (visit.request.method === 'POST') return { ...page, needs: ['wiki-edit'], content: html`${form}${used}` }
  return {
    ...page,
    needs: ['wiki-edit', 'wiki-editor'],
    texts: ['write'],
    content: editorIsland(visit, place, draft, { heading: title, notices: notes, form: html`${form}${used}` }),
  }
}
