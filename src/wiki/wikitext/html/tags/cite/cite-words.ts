// Footnote markup: wikitext that a wiki can customize through interface messages.

import { formatNumber, numberFormat } from '#languages/number-format.ts'
import { encodeFragment } from '#wiki/site/urls.ts'
import { encodeAttribute } from '../../../sanitize/encode-attribute.ts'
import type { Note } from '../../rendering/footnotes.ts'
import type { Rendering } from '../../rendering/rendering.ts'

/** Defaults. */
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

/** All messages used by valid footnotes. */
export const citeMessages: readonly string[] = [...Object.keys(usual), useLetters]

export const withParameters = (text: string, parameters: readonly string[]): string =>
  text.replace(/\$([1-9])/g, (whole, digit: string) => parameters[Number(digit) - 1] ?? whole)

/** Messages encode leading and trailing spaces, which editors would otherwise remove. */
export const citeText = ({ host }: Rendering, key: CiteMessage, ...parameters: string[]): string =>
  withParameters((host.message(key) ?? usual[key]).replaceAll('&#32;', ' '), parameters)

const anchorId = (id: string): string => encodeAttribute(encodeFragment(id).replace(/__+/g, '_'))

/** Anchor of a note in its list. */
export const noteAnchor = ({ name, id, number }: Note): string =>
  anchorId(`cite_note-${number === null ? name : name ? `${name}-${id}` : id}`)

/** Anchor of a use of a note, counted from 0. */
export const useAnchor = ({ name, id }: Note, use: number): string =>
  anchorId(`cite_ref-${name ? `${name}_${id}-${use}` : id}`)

const digits = ({ site }: Rendering, value: number | string): string =>
  formatNumber(site.language, value, { separators: false })

/** The label of a note in the text; null when a wiki defines labels for the group and has run out of them. */
export function noteLabel(rendering: Rendering, group: string, number: number): string | null {
  if (group === '') return digits(rendering, number)
  const labels = rendering.host.message(`cite_link_label_group-${group}`)?.trim().split(/\s+/)
  const label = labels?.[number - 1]
  if (labels) return label === undefined ? null : encodeAttribute(label)
  return `${encodeAttribute(group)} ${digits(rendering, number)}`
}

/** "1.0", "1.1" and so on: the numbers of the note and of its use, padded to equal length. */
export function useLabel(rendering: Rendering, note: Note, use: number): string {
  const width = String(note.uses - 1).length
  const { decimal } = numberFormat(rendering.site.language)
  return digits(rendering, note.number ?? 0) + decimal + digits(rendering, String(use).padStart(width, '0'))
}

/** Letters for uses, if a wiki defines them. */
export function useLetter({ host }: Rendering, use: number): string {
  return host.message(useLetters)?.trim().split(/\s+/)[use] ?? ''
}
