// How footnotes are written: wikitext that a wiki may change in its interface messages.

import { formatNumber, numberFormat } from '#languages/number-format.ts'
import { encodeFragment } from '#wiki/site/urls.ts'
import { encodeAttribute } from '../../../sanitize/encode-attribute.ts'
import type { Note } from '../../rendering/footnotes.ts'
import type { Rendering } from '../../rendering/rendering.ts'

/** What wikis have that say nothing else. */
const usual = {
  cite_reference_link: '<sup id="$1" class="reference">[[#$2|&#91;$3&#93;]]</sup>',
  cite_references_no_link: '<p id="$1">$2</p>',
  cite_references_link_one: '<li id="$1"$4><span class="mw-cite-backlink">[[#$2|↑]]</span> $3</li>',
  cite_references_link_many: '<li id="$1"$4><span class="mw-cite-backlink">↑ $2</span> $3</li>',
  cite_references_link_many_format: '<sup>[[#$1|$2]]</sup>',
  cite_references_link_many_sep: ' ',
  cite_references_link_many_and: ' ',
} as const

type CiteMessage = keyof typeof usual

const useLetters = 'cite_references_link_many_format_backlink_labels'

/** All that footnotes without mistakes say. */
export const citeMessages: readonly string[] = [...Object.keys(usual), useLetters]

export const withParameters = (text: string, parameters: readonly string[]): string =>
  text.replace(/\$([1-9])/g, (whole, digit: string) => parameters[Number(digit) - 1] ?? whole)

/** Messages say blanks at their ends as references, which editors would otherwise take away. */
export const citeText = ({ host }: Rendering, key: CiteMessage, ...parameters: string[]): string =>
  withParameters((host.message(key) ?? usual[key]).replaceAll('&#32;', ' '), parameters)

const anchorId = (id: string): string => encodeAttribute(encodeFragment(id).replace(/__+/g, '_'))

/** Where the note stands in its list. */
export const noteAnchor = ({ name, id, number }: Note): string =>
  anchorId(`cite_note-${number === null ? name : name ? `${name}-${id}` : id}`)

/** Where the note is used in the text, counting from 0. */
export const useAnchor = ({ name, id }: Note, use: number): string =>
  anchorId(`cite_ref-${name ? `${name}_${id}-${use}` : id}`)

const digits = ({ site }: Rendering, value: number | string): string =>
  formatNumber(site.language, value, { separators: false })

/** What readers see of a note in the text; null where a wiki names the notes of a group and has run out of names. */
export function noteLabel(rendering: Rendering, group: string, number: number): string | null {
  if (group === '') return digits(rendering, number)
  const labels = rendering.host.message(`cite_link_label_group-${group}`)?.trim().split(/\s+/)
  if (labels) return labels[number - 1] ?? null
  return `${encodeAttribute(group)} ${digits(rendering, number)}`
}

/** "1.0", "1.1" and so on: the number of the note and that of its use, with as many digits for each. */
export function useLabel(rendering: Rendering, note: Note, use: number): string {
  const width = String(note.uses - 1).length
  const { decimal } = numberFormat(rendering.site.language)
  return digits(rendering, note.number ?? 0) + decimal + digits(rendering, String(use).padStart(width, '0'))
}

/** Letters for uses, where a wiki has them in its messages. */
export function useLetter({ host }: Rendering, use: number): string {
  return host.message(useLetters)?.trim().split(/\s+/)[use] ?? ''
}
