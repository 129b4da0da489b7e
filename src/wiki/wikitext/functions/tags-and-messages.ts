// {{#tag:}} and {{int:}}.

import type { WikitextHost } from '../host.ts'
import { disarm } from '../state/strip-markers.ts'
import { escapeHtml, trim } from '../text.ts'
import { type FunctionResult, type LazyCall, lazy, type ParserFunction, plain } from './call.ts'

const quoted = /^(?:["'](.+)["']|""|'')$/s

function tag(call: LazyCall): FunctionResult {
  const { state, expander, frame, parts } = call
  const name = call.first.toLowerCase()
  const inner = parts.length > 0 ? expander.expandPart(parts[0]!, frame) : null
  let attributes = ''
  for (const part of parts.slice(1)) {
    if (part.index > 0) continue
    const value = trim(state.strip.plain(expander.expand(part.value, frame)))
    const match = quoted.exec(value)
    attributes += ` ${trim(state.strip.plain(expander.expand(part.name, frame)))}="${escapeHtml(match ? (match[1] ?? '') : value)}"`
  }
  if (!state.site.info.extensiontags.includes(`<${name}>`)) {
    // Not an extension tag here, so it is passed through.
    return `<${name}${attributes}>${inner ?? ''}</${name}>`
  }
  return expander.expandTag(name, attributes, inner, `</${name}>`, frame)
}

/** Falls back to the content language. */
function messageForReader(host: WikitextHost, key: string): string | null {
  const { readerLanguage } = host
  const own = readerLanguage === undefined ? undefined : host.messageIn?.(readerLanguage, key)
  return own ?? host.message(key)
}

export const tagAndMessageFunctions: Record<string, ParserFunction> = {
  tag: lazy(tag),
  int: plain((state, [written = '', ...parameters]) => {
    const key = trim(state.strip.plain(written))
    if (key === '') return null
    const name = key.charAt(0).toLowerCase() + key.slice(1)
    const message = messageForReader(state.host, name.replaceAll(' ', '_'))
    if (message === null) return `⧼${escapeHtml(key)}⧽`
    return {
      wikitext: disarm(message).replace(/\$([1-9])/g, (whole, digit: string) => parameters[Number(digit) - 1] ?? whole),
    }
  }),
}
