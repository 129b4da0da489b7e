// <references>: lists the notes of a group.

import { readAttributes } from '../../../sanitize/attributes.ts'
import type { ExtensionTag } from '../../../state/parse-state.ts'
import type { ExpandHere, Rendering } from '../../rendering/rendering.ts'
import { citeError } from './cite-error.ts'
import { noteList } from './note-list.ts'
import { defineNote } from './ref.ts'

/** Number of notes parsed before the list because a function produced it: they are definitions after all. */
const markersOf = (tag: string, text: string): number => text.split(`UNIQ--${tag}-`).length - 1

const knownAttributes = new Set(['group', 'responsive'])

export function referencesHtml(rendering: Rendering, tag: ExtensionTag, expand: ExpandHere): string {
  const { footnotes } = rendering
  if (footnotes.inside !== null) return ''
  const attributes = readAttributes(tag.attributes)
  if ([...attributes.keys()].some(key => !knownAttributes.has(key))) {
    return rendering.inline(rendering.expand(citeError(rendering, 'cite_error_references_invalid_parameters')))
  }
  // A function evaluates what is inside first, so another list was shown already.
  if (markersOf('references', tag.inner ?? '') > 0) {
    return rendering.inline(rendering.expand(citeError(rendering, 'cite_error_included_references')))
  }
  const group = attributes.get('group') ?? ''
  const early = footnotes.undoLast(markersOf('ref', tag.inner ?? ''))
  footnotes.inside = group
  footnotes.errors = []
  for (const ref of early) if (ref) defineNote(rendering, ref)
  // Text between the notes is not shown.
  if (tag.inner) rendering.inline(expand(tag.inner))
  const list = noteList(rendering, footnotes.take(group), attributes.get('responsive') !== '0')
  const errors = footnotes.errors.map(error => rendering.inline(rendering.expand(error))).join('<br />\n')
  footnotes.inside = null
  return errors === '' ? list : `${list}\n${errors}`
}

/** Shows the remaining notes without a group at the end of the page, and reports errors for other groups. */
export function remainingNotes(rendering: Rendering): string {
  const { footnotes } = rendering
  const groups = footnotes.groups
  if (groups.length === 0) return ''
  const shown = groups.map(group => {
    const notes = footnotes.take(group)
    if (group === '') return noteList(rendering, notes, true)
    const error = citeError(rendering, 'cite_error_group_refs_without_references', group)
    return `<br />${rendering.inline(rendering.expand(error))}`
  })
  return `\n${shown.join('')}`
}
