// Expands a template call, or reuses an earlier result if it is the same on every page.

import { prefixedText } from '#wiki/site/title-format.ts'
import type { Expanding } from '../functions/call.ts'
import type { Part } from '../preprocessor/nodes.ts'
import { Frame } from '../state/frame.ts'
import { limits } from '../state/limits.ts'
import type { ParseState } from '../state/parse-state.ts'
import { Recording } from '../state/recording.ts'
import { callName, type Remembered } from '../state/remembered.ts'
import type { FoundTemplate } from '../state/template-store.ts'

export function expandRemembering(
  expander: Expanding,
  found: FoundTemplate,
  parts: readonly Part[],
  frame: Frame,
): string {
  const { state } = expander
  const { remembered } = state
  const call = remembered === null || state.saving ? null : callName(found.shown, parts)
  if (remembered === null || call === null) return expandOnce(expander, found, parts, frame)
  const cached = remembered.get(call)
  if (cached === null) {
    state.usage.bindToPage()
    return expandOnce(expander, found, parts, frame)
  }
  if (cached !== undefined && mayStandFor(cached, state, frame)) {
    replay(cached, state, frame)
    return cached.text
  }
  const { usage, strip } = state
  const outer = usage.recording
  const recording = new Recording(outer, { nodes: usage.nodes, depth: usage.depth, frameDepth: frame.depth })
  const markers = strip.uses
  usage.recording = recording
  const text = expandOnce(expander, found, parts, frame)
  usage.recording = outer
  if (strip.uses !== markers) recording.anywhere = false
  const result = recording.finish(text, usage.nodes)
  remembered.set(call, result)
  if (result === null) usage.bindToPage()
  else outer?.take(result, usage.depth, frame.depth)
  return text
}

function expandOnce(expander: Expanding, found: FoundTemplate, parts: readonly Part[], frame: Frame): string {
  const { state } = expander
  const child = new Frame(found.title, frame)
  state.headings?.enter(found.tree!)
  child.setArguments(parts, expander.expand, name => {
    const caller = prefixedText(state.site, frame.title.ns, frame.title.dbkey)
    state.output.addRepeatedArgument(caller, found.shown, name)
    if (state.usage.recording) state.usage.recording.repeatsArguments = true
  })
  if (child.hasArguments) return expander.expand(found.tree!, child)
  const cached = state.plainExpansions.get(found.shown)
  // Side effects of the first expansion are not repeated, so the enclosing call cannot be recorded.
  if (cached !== undefined) state.usage.bindToPage()
  const { volatile } = state
  const text = cached ?? expander.expand(found.tree!, child)
  if (cached === undefined && state.volatile === volatile) state.plainExpansions.set(found.shown, text)
  return text
}

/** Whether the result can be reused here: no depth limit is near, and there is no template loop. */
function mayStandFor(known: Remembered, { usage }: ParseState, frame: Frame): boolean {
  if (usage.depth + known.treeDepth > limits.expansionDepth) return false
  if (frame.depth + known.frameDepth >= limits.templateDepth) return false
  return frame.parent === null || !known.templates.some(({ title }) => frame.includes(title))
}

function replay(known: Remembered, { usage, output }: ParseState, frame: Frame): void {
  usage.addRemembered(known)
  usage.recording?.take(known, usage.depth, frame.depth)
  output.addRemembered(known)
}
