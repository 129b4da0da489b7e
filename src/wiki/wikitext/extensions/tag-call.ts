import { readAttributes } from '../sanitize/attributes.ts'
import type { ExtensionTag, ParseState } from '../state/parse-state.ts'
import type { TagCall } from './extension.ts'
import { extensionMessage } from './index.ts'

/** What the two ways of reading a page do with wikitext inside a tag. */
interface Reading {
  readonly state: ParseState
  expand(text: string): string
  inline(expanded: string): string
  complete(expanded: string): string
}

export const tagCall = (reading: Reading, { name, attributes, inner }: ExtensionTag): TagCall => ({
  ...reading,
  name,
  attributes: readAttributes(attributes),
  inner,
  message: key => reading.state.host.message(key) ?? extensionMessage(key) ?? `⧼${key}⧽`,
})
