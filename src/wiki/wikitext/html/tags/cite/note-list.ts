// A list of footnotes.

import { withoutLastLines } from '../../../harvest/references.ts'
import type { Note } from '../../rendering/footnotes.ts'
import type { Rendering } from '../../rendering/rendering.ts'
import { citeError } from './cite-error.ts'
import { citeText, noteAnchor, useAnchor, useLabel, useLetter } from './cite-words.ts'

/** Longer lists are set in columns. */
const MAX_IN_ONE_COLUMN = 10

export function noteList(rendering: Rendering, notes: readonly Note[], isResponsive: boolean): string {
  if (notes.length === 0) return ''
  const items = notes.map(note => itemOf(rendering, note)).join('\n')
  const list = rendering.inline(rendering.expand(`<ol class="references">\n${items}\n</ol>`))
  if (!isResponsive) return list
  const columns = notes.length > MAX_IN_ONE_COLUMN ? ' mw-references-columns' : ''
  return `<div class="mw-references-wrap${columns}">${list}</div>`
}

/** One note as wikitext. */
function itemOf(rendering: Rendering, note: Note): string {
  const text = textOf(rendering, note)
  if (note.number === null) return citeText(rendering, 'cite_references_no_link', noteAnchor(note), text)
  const css = note.direction === null ? '' : ` class="mw-cite-dir-${note.direction}"`
  if (note.uses < 2) {
    return citeText(rendering, 'cite_references_link_one', noteAnchor(note), useAnchor(note, 0), text, css)
  }
  return citeText(rendering, 'cite_references_link_many', noteAnchor(note), usesOf(rendering, note), text, css)
}

function textOf(rendering: Rendering, { name, text }: Note): string {
  if (text === null) return citeError(rendering, 'cite_error_references_no_text', name ?? '')
  return `<span class="reference-text">${withoutLastLines(text)}</span>\n`
}

/** Links to all uses of a note. */
function usesOf(rendering: Rendering, note: Note): string {
  const links = Array.from({ length: note.uses }, (_, use) =>
    citeText(
      rendering,
      'cite_references_link_many_format',
      useAnchor(note, use),
      useLabel(rendering, note, use),
      useLetter(rendering, use),
    ),
  )
  const last = links.pop()!
  const between = citeText(rendering, 'cite_references_link_many_sep')
  return links.join(between) + citeText(rendering, 'cite_references_link_many_and') + last
}
