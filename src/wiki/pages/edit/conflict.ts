import { type Html, html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import { TextWork } from '../../content/text-work/text-work.ts'
import type { Visit } from '../visit.ts'
import type { Draft } from './draft.ts'
import { type Place, sourceOf } from './place.ts'
import { textChanges } from './shown-text.ts'

/** The three texts of an edit conflict: the base, the current version, and the writer's. */
export interface Conflict {
  readonly base: string
  readonly theirs: string
  readonly mine: string
  /** The form to show again: the current text to edit, with the writer's text below. */
  readonly draft: Draft
}

export async function conflictOf(visit: Visit, now: Place, draft: Draft): Promise<Conflict> {
  const textOf = async (of: Parameters<typeof sourceOf>[1]) => {
    const source = await sourceOf(visit, of)
    return 'text' in source ? source.text : ''
  }
  const theirs = now.exists ? await textOf({ titles: now.name }) : ''
  const base = draft.base > 0 ? await textOf({ revids: draft.base }) : ''
  const mine = await wholeText(visit, base, draft)
  return {
    base,
    theirs,
    mine,
    draft: { ...draft, text: theirs, mine, section: '', base: now.latest, edittime: now.edittime, undo: 0, oldid: 0 },
  }
}

/** The writer's version of the whole page, if they edited only a section. */
async function wholeText({ wiki }: Visit, base: string, { section, text }: Draft): Promise<string> {
  if (section === '' || section === 'new') return text
  const work = new TextWork(wiki, seconds(wiki.clock))
  return (await work.run('replace-section', { text: base, section, replacement: text })) ?? text
}

/** Diffs above the form, one for each pair of texts. */
export async function conflictNote(visit: Visit, place: Place, { base, theirs, mine, draft }: Conflict): Promise<Html> {
  const { words, reader } = visit
  const [began, now, own] = [reader.t('wiki.before_both'), words.text('currentrev'), words.text('yourtext')]
  const about = { model: draft.model, lang: place.language }
  const ofTheirs = await textChanges(visit, about, base, theirs, [began, now])
  const ofMine = await textChanges(visit, about, base, mine, [began, own])
  const title = html`<p><b>${words.text('editconflict', place.name)}</b></p>`
  const explanation = html`<p>${words.html('explainconflict', words.text('savechanges'))}</p>`
  const heading = html`<h2 id="conflict-heading">${words.text('yourdiff')}</h2>`
  const both = await textChanges(visit, about, theirs, mine, [now, own])
  const fold = (label: string, changes: Html) => html`<details><summary>${label}</summary>${changes}</details>`
  return html`<div class="note warning" role="alert" id="mw-conflict">${title}${explanation}</div>
<section class="edit-conflict" aria-labelledby="conflict-heading">${heading}${both}
${fold(reader.t('wiki.their_changes'), ofTheirs)}${fold(reader.t('wiki.my_changes'), ofMine)}</section>`
}
