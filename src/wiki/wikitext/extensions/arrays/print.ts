import type { LazyCall } from '../../functions/call.ts'
import { limits } from '../../state/limits.ts'
import { trim } from '../../text.ts'

const ITEM = '@@@@'

/** `{{#arrayprint:name|separator|pattern|options}}`: each item replaces its mark in the pattern. */
export function printed(call: LazyCall, list: readonly string[]): string {
  const { state, parts, expander, frame } = call
  const separator = parts[0] ? expander.expandPart(parts[0], frame) : ', '
  const mark = trim(parts[1] ? expander.expandPart(parts[1], frame) : '')
  // As in MediaWiki, the item may also have a name: "x|text of x".
  const subject = mark === '' ? ITEM : mark
  const pattern = parts[2] ? expander.expandPart(parts[2], frame) : subject
  const isNice = /\bprint\s*=\s*pretty\b/i.test(call.argument(4))
  let text = ''
  for (const [at, item] of list.entries()) {
    const piece = pattern.split(subject, 1000).join(item)
    state.steps.read(piece, 20)
    const isLast = isNice && at === list.length - 1
    const before = at === 0 ? '' : isLast ? ' and ' : separator.replaceAll('\\n', '\n')
    if (text.length + piece.length > limits.includeBytes) break
    text += before + piece
  }
  // The pattern may hold calls, whose arguments are now complete.
  return parts[2] ? expander.expandText(text, frame, false) : text
}
