// Expands templates and functions, and leaves everything else as wikitext.

import type { PageContext, WikitextHost } from '../host.ts'
import type { Found } from '../state/output.ts'
import { type ExtensionTag, ParseState } from '../state/parse-state.ts'
import { TemplateStore } from '../state/template-store.ts'
import { Expander } from './expander.ts'

/** Extension tags are kept as written. */
function writeTag({ name, attributes, inner, close }: ExtensionTag): string {
  const blank = attributes === '' ? '' : ' '
  return inner === null ? `<${name}${blank}${attributes}/>` : `<${name}${blank}${attributes}>${inner}${close}`
}

export interface ExpandedText {
  readonly text: string
  readonly found: Found
  /** Seconds after which the result would differ; null if it does not depend on the time. */
  readonly lasts: number | null
}

/** Expands a text and returns the properties collected on the way. */
export function expandedText(
  page: PageContext,
  text: string,
  host: WikitextHost,
  { templates = new TemplateStore(host), keepsComments = false } = {},
): ExpandedText {
  const state = new ParseState(host, page, templates, (own, tag) => own.strip.addWritten(tag.name, writeTag(tag)))
  state.keepsComments = keepsComments
  const expanded = state.strip.restoreWritten(new Expander(state).expandPage(text))
  return { text: expanded, found: state.output.found(), lasts: state.lasts }
}

export const expandWikitext = (
  page: PageContext,
  text: string,
  host: WikitextHost,
  templates = new TemplateStore(host),
): string => expandedText(page, text, host, { templates }).text
