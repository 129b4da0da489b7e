// Templates and functions of a text expanded, everything else left as wikitext.

import type { PageContext, WikitextHost } from '../host.ts'
import { type ExtensionTag, ParseState } from '../state/parse-state.ts'
import { TemplateStore } from '../state/template-store.ts'
import { Expander } from './expander.ts'

/** Extension tags stay as they are written. */
function writeTag({ name, attributes, inner, close }: ExtensionTag): string {
  const blank = attributes === '' ? '' : ' '
  return inner === null ? `<${name}${blank}${attributes}/>` : `<${name}${blank}${attributes}>${inner}${close}`
}

export function expandWikitext(
  page: PageContext,
  text: string,
  host: WikitextHost,
  templates = new TemplateStore(host),
): string {
  const state = new ParseState(host, page, templates, (own, tag) => own.strip.addWritten(tag.name, writeTag(tag)))
  return state.strip.restoreWritten(new Expander(state).expandPage(text))
}
