// <ref>: a use of a footnote, or its definition inside <references>.

import { holdsNote, trackExtends } from '../../../harvest/references.ts'
import { readAttributes } from '../../../sanitize/attributes.ts'
import type { ExtensionTag } from '../../../state/parse-state.ts'
import { trim } from '../../../text.ts'
import type { Note, WrittenRef } from '../../rendering/footnotes.ts'
import type { Rendering } from '../../rendering/rendering.ts'
import { citeError } from './cite-error.ts'
import { citeText, noteAnchor, noteLabel, useAnchor } from './cite-words.ts'

/** An error: its message key and parameters. */
type Mistake = readonly [key: string, ...parameters: string[]]

const knownAttributes = new Set(['name', 'follow', 'group', 'dir'])

export function refHtml(rendering: Rendering, tag: ExtensionTag): string {
  const { footnotes } = rendering
  const attributes = readAttributes(tag.attributes)
  trackExtends(rendering.state.output, attributes)
  const ref: WrittenRef = {
    name: attributes.get('name') ?? null,
    follow: attributes.get('follow') ?? '',
    group: attributes.get('group') ?? null,
    direction: attributes.get('dir') ?? null,
    text: tag.inner,
    hasUnknown: [...attributes.keys()].some(key => !knownAttributes.has(key)),
  }
  if (footnotes.inside !== null) {
    defineNote(rendering, ref)
    return ''
  }
  const mistake = mistakesIn(rendering, ref)[0]
  if (mistake) footnotes.did(null, () => {})
  return rendering.inline(rendering.expand(mistake ? citeError(rendering, ...mistake) : useOf(rendering, ref)))
}

/** Inside <references>: defines the text of a note used before. */
export function defineNote(rendering: Rendering, ref: WrittenRef): void {
  const { footnotes } = rendering
  const mistakes = mistakesIn(rendering, ref)
  for (const mistake of mistakes) footnotes.errors.push(citeError(rendering, ...mistake))
  if (mistakes.length === 0) giveText(rendering, footnotes.find(groupOf(rendering, ref), ref.name!)!, ref)
}

const groupOf = ({ footnotes }: Rendering, { group }: WrittenRef): string => group ?? footnotes.inside ?? ''
const isEmpty = (text: string | null): boolean => trim(text ?? '') === ''
const isNumber = (name: string | null): boolean => /^\d+$/.test(name ?? '')

/** Unknown attributes are reported along with the first other error. */
function mistakesIn(rendering: Rendering, ref: WrittenRef): Mistake[] {
  const mistake = mistakeIn(rendering, ref)
  return [...(ref.hasUnknown ? [['cite_error_ref_too_many_keys'] as const] : []), ...(mistake ? [mistake] : [])]
}

function mistakeIn(rendering: Rendering, ref: WrittenRef): Mistake | null {
  const { name, follow, direction, text } = ref
  if (name && follow !== '') return ['cite_error_ref_too_many_keys']
  if (isNumber(name) || isNumber(follow)) return ['cite_error_ref_numeric_key']
  if (direction !== null && !/^(?:ltr|rtl)$/i.test(direction)) return ['cite_error_ref_invalid_dir', direction]
  const misplaced = rendering.footnotes.inside === null ? mistakeInText(ref) : mistakeInside(rendering, ref)
  if (misplaced) return misplaced
  return text !== null && holdsNote(text) ? ['cite_error_included_ref'] : null
}

function mistakeInText({ name, text }: WrittenRef): Mistake | null {
  if (!isEmpty(text) || name) return null
  return [text === null ? 'cite_error_ref_no_key' : 'cite_error_ref_no_input']
}

/** Inside <references>, notes define texts of notes used before. */
function mistakeInside(rendering: Rendering, ref: WrittenRef): Mistake | null {
  const { footnotes } = rendering
  const { name, text } = ref
  const group = groupOf(rendering, ref)
  if (group !== footnotes.inside) return ['cite_error_references_group_mismatch', group]
  if (!name) return ['cite_error_references_no_key']
  if (isEmpty(text)) return ['cite_error_empty_references_define', name, group]
  if (!footnotes.has(group)) return ['cite_error_references_missing_group', group, name]
  return footnotes.find(group, name) ? null : ['cite_error_references_missing_key', name]
}

/** The reference mark, as wikitext. */
function useOf(rendering: Rendering, ref: WrittenRef): string {
  const { footnotes } = rendering
  const { name, follow, text } = ref
  const group = groupOf(rendering, ref)
  if (follow !== '') {
    const begun = footnotes.find(group, follow)
    if (begun) {
      begun.text = `${begun.text ?? ''} ${text}`
      footnotes.did(null, () => {})
    } else {
      const end = footnotes.addEnd(group, follow, text ?? '')
      footnotes.did(ref, () => footnotes.removeLast(group, end))
    }
    return ''
  }
  const used = name ? footnotes.find(group, name) : undefined
  if (used) {
    keepForUndoing(rendering, ref, used)
    giveText(rendering, used, ref)
    return markOf(rendering, used, group, used.uses++)
  }
  const note = footnotes.add(group, name, isEmpty(text) ? null : text)
  note.direction = directionOf(ref)
  footnotes.did(ref, () => footnotes.removeLast(group, note))
  return markOf(rendering, note, group, note.uses++)
}

const directionOf = ({ direction }: WrittenRef): Note['direction'] =>
  (direction?.toLowerCase() ?? null) as Note['direction']

/** Errors found in a text stay there. */
function keepForUndoing({ footnotes }: Rendering, ref: WrittenRef, note: Note): void {
  const { uses, text, direction } = note
  footnotes.did(ref, () => Object.assign(note, { uses, text: text === null ? null : note.text, direction }))
}

function giveText(rendering: Rendering, note: Note, ref: WrittenRef): void {
  const { text } = ref
  if (isEmpty(text)) return
  if (note.text === null) {
    note.text = text
    note.direction = directionOf(ref)
  } else if (note.text !== text) {
    note.text += ` ${citeError(rendering, 'cite_error_references_duplicate_key', note.name ?? '')}`
  }
}

function markOf(rendering: Rendering, note: Note, group: string, use: number): string {
  const label = noteLabel(rendering, group, note.number!)
  if (label === null) {
    return citeError(rendering, 'cite_error_no_link_label_group', group, `cite_link_label_group-${group}`)
  }
  // An empty name is a name, but belongs to no note.
  const anchors = note.name === '' ? ['cite_ref-', 'cite_note-'] : [useAnchor(note, use), noteAnchor(note)]
  return citeText(rendering, 'cite_reference_link', ...anchors, label)
}
