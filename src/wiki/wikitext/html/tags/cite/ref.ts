// <ref>: a footnote where it is used, or its text inside of <references>.

import type { ExtensionTag } from '../../../expand/state.ts'
import { holdsNote } from '../../../harvest/references.ts'
import { trim } from '../../../text.ts'
import type { Rendering } from '../../rendering.ts'
import { readAttributes } from '../../sanitize/attributes.ts'
import { citeError } from './cite-error.ts'
import { citeText, noteAnchor, noteLabel, useAnchor } from './cite-words.ts'
import type { Note } from './footnotes.ts'

export interface WrittenRef {
  readonly name: string | null
  readonly follow: string
  readonly group: string
  readonly direction: 'ltr' | 'rtl' | null
  /** Null without an end tag, and where nothing but blanks stands inside. */
  readonly text: string | null
}

/** A mistake, as the key of its message and what that says. */
type Mistake = readonly [key: string, ...parameters: string[]]

const known = new Set(['name', 'follow', 'group', 'dir'])
const isNumber = (name: string): boolean => /^\d+$/.test(name)

export function refHtml(rendering: Rendering, tag: ExtensionTag): string {
  const { footnotes } = rendering
  const attributes = readAttributes(tag.attributes)
  const direction = attributes.get('dir')?.toLowerCase() ?? null
  const ref: WrittenRef = {
    name: attributes.get('name') ?? null,
    follow: attributes.get('follow') ?? '',
    group: attributes.get('group') ?? footnotes.inside ?? '',
    direction: direction as WrittenRef['direction'],
    text: trim(tag.inner ?? '') === '' ? null : tag.inner,
  }
  const mistake = mistakeIn(attributes, ref, tag.inner)
  if (footnotes.inside !== null) {
    if (mistake) footnotes.errors.push(citeError(rendering, ...mistake))
    else defineNote(rendering, ref)
    return ''
  }
  if (mistake) footnotes.did(null, () => {})
  return rendering.inline(rendering.expand(mistake ? citeError(rendering, ...mistake) : useOf(rendering, ref)))
}

/** Takes the text of a note that was used before. */
export function defineNote(rendering: Rendering, ref: WrittenRef): void {
  const { footnotes } = rendering
  const mistake = mistakeInside(rendering, ref)
  if (mistake) footnotes.errors.push(citeError(rendering, ...mistake))
  else giveText(rendering, footnotes.find(ref.group, ref.name!)!, ref)
}

function mistakeIn(attributes: ReadonlyMap<string, string>, ref: WrittenRef, inner: string | null): Mistake | null {
  const { name, follow, direction, text } = ref
  const hasUnknown = [...attributes.keys()].some(key => !known.has(key))
  if (hasUnknown || (name !== null && name !== '' && follow !== '')) return ['cite_error_ref_too_many_keys']
  if (direction !== null && direction !== 'ltr' && direction !== 'rtl') {
    return ['cite_error_ref_invalid_dir', attributes.get('dir')!]
  }
  if (isNumber(name ?? '') || isNumber(follow)) return ['cite_error_ref_numeric_key']
  if (text !== null && holdsNote(text)) return ['cite_error_included_ref']
  if (text === null && !name) return [inner === null ? 'cite_error_ref_no_key' : 'cite_error_ref_no_input']
  return null
}

/** Inside of <references> stand texts of notes that were used before. */
function mistakeInside({ footnotes }: Rendering, { name, group, text }: WrittenRef): Mistake | null {
  if (group !== footnotes.inside) return ['cite_error_references_group_mismatch', group]
  if (!name) return ['cite_error_references_no_key']
  if (text === null) return ['cite_error_empty_references_define', name, group]
  if (!footnotes.has(group)) return ['cite_error_references_missing_group', group, name]
  return footnotes.find(group, name) ? null : ['cite_error_references_missing_key', name]
}

/** The mark in the text, as wikitext. */
function useOf(rendering: Rendering, ref: WrittenRef): string {
  const { footnotes } = rendering
  const { name, follow, group, direction, text } = ref
  if (follow !== '') {
    const begun = footnotes.find(group, follow)
    if (begun) {
      keepForUndoing(rendering, ref, begun)
      begun.text = `${begun.text ?? ''} ${text}`
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
  const note = footnotes.add(group, name, text)
  note.direction = direction
  footnotes.did(ref, () => footnotes.removeLast(group, note))
  return markOf(rendering, note, group, note.uses++)
}

function keepForUndoing({ footnotes }: Rendering, ref: WrittenRef, note: Note): void {
  const { uses, text, direction } = note
  footnotes.did(ref, () => Object.assign(note, { uses, text, direction }))
}

function giveText(rendering: Rendering, note: Note, { text, direction }: WrittenRef): void {
  note.direction ??= direction
  if (text === null) return
  if (note.text === null) note.text = text
  else if (note.text !== text) {
    note.text += ` ${citeError(rendering, 'cite_error_references_duplicate_key', note.name ?? '')}`
  }
}

function markOf(rendering: Rendering, note: Note, group: string, use: number): string {
  const label = noteLabel(rendering, group, note.number!)
  if (label === null) {
    return citeError(rendering, 'cite_error_no_link_label_group', group, `cite_link_label_group-${group}`)
  }
  // A name that is empty belongs to no note, yet it is a name.
  const anchors = note.name === '' ? ['cite_ref-', 'cite_note-'] : [useAnchor(note, use), noteAnchor(note)]
  return citeText(rendering, 'cite_reference_link', ...anchors, label)
}
