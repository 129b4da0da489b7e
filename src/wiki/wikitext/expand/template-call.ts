// Resolves the content of double braces: modifier, variable, parser function or template, in this order.

import { escapeWikitext } from '#wiki/site/escape-wikitext.ts'
import { NS } from '#wiki/site/namespaces.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { type Title, titleInNamespace, titleOrNull } from '#wiki/site/titles.ts'
import { callFunction, type Expanding } from '../functions/call.ts'
import { variables } from '../functions/registry.ts'
import { sameOnEveryPage } from '../functions/same-on-every-page.ts'
import type { TemplateNode } from '../preprocessor/nodes.ts'
import type { Frame } from '../state/frame.ts'
import { depthWarning, loopWarning } from '../state/include-warnings.ts'
import { limits } from '../state/limits.ts'
import type { ParseState } from '../state/parse-state.ts'
import { subpageTarget } from '../subpages.ts'
import { trim } from '../text.ts'
import { includedSpecial } from './included-special.ts'

/** Whether a text starts with table or list markup. */
function needsOwnLine(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first === 0x7b) return text.charCodeAt(1) === 0x7c
  return first === 0x3a || first === 0x3b || first === 0x23 || first === 0x2a
}

export function expandCall(expander: Expanding, node: TemplateNode, frame: Frame): string {
  const { state } = expander
  const { words } = state
  const written = expander.expand(node.title, frame)
  let name = trim(written)
  const original = name

  let asText = false
  const substituted = words.startsWithModifier(name) ? words.after('subst', name) : null
  // "subst:" applies only when saving; afterwards it is text. While saving, everything else is text.
  if (state.saving ? (substituted ?? words.after('safesubst', name)) === null : substituted !== null) {
    return expander.writeBack(written, node, frame)
  }
  name = substituted ?? name
  if (words.startsWithModifier(name)) {
    name = words.after('safesubst', name) ?? name
    const afterMsgnw = words.after('msgnw', name)
    asText = afterMsgnw !== null
    name = afterMsgnw ?? words.after('msg', name) ?? name
    name = words.after('raw', name) ?? name
  }

  if (node.parts.length === 0) {
    const id = words.variable(name)
    const variable = id === undefined ? undefined : variables.get(id)
    if (variable) {
      if (!sameOnEveryPage.variables.has(id!)) state.usage.bindToPage()
      return finish(expander, node, variable(state, frame), null, original)
    }
  }

  const colon = name.indexOf(':')
  if (colon > 0) {
    const id = words.function(name.slice(0, colon))
    const fn = id === undefined ? undefined : expander.functionNamed(id)
    if (fn) {
      if (!sameOnEveryPage.functions.has(id!)) state.usage.bindToPage()
      const result = callFunction(expander, fn, trim(name.slice(colon + 1)), node, frame)
      if (result !== null) return finish(expander, node, result, null, original)
    }
  }
  return expandTemplate(expander, node, frame, { written, name, original, asText })
}

interface Call {
  written: string
  name: string
  original: string
  asText: boolean
}

function expandTemplate(expander: Expanding, node: TemplateNode, frame: Frame, call: Call): string {
  const { state } = expander
  const done = (text: string, shown: string) => finish(expander, node, text, shown, call.original)
  let found = state.templates.known(call.name)
  if (found === undefined) {
    const target = subpageTarget(state.site, state.page, call.name)
    const title = templateTitle(expander, target, target === call.name)
    if (title?.interwiki !== '') return expander.writeBack(call.written, node, frame)
    if (title.ns === NS.special || state.site.namespaces.get(title.ns)?.includable === false) {
      const shown = prefixedText(state.site, title.ns, title.dbkey)
      const included = title.ns === NS.special ? includedSpecial(expander, title, node, frame) : null
      if (included !== null) return done(included, shown)
      return done(`[[:${shown}]]`, shown)
    }
    found = findInVariants(state, title)
    if (target === call.name && !isRelative(target)) state.templates.remember(call.name, found)
    else state.usage.bindToPage()
  }
  const { shown } = found
  if (frame.depth >= limits.templateDepth) {
    state.usage.bindToPage()
    return done(depthWarning(state.host), shown)
  }
  state.output.addTemplate(found)
  state.usage.recording?.useTemplate(found, frame.depth)
  if (frame.includes(found.title)) {
    state.usage.bindToPage()
    state.output.addTrackingCategory('template-loop-category')
    state.output.addWarning('template-loop-warning', shown)
    return done(loopWarning(state.host, shown), shown)
  }
  if (!found.tree && state.saving) return expander.writeBack(call.written, node, frame)
  if (!found.tree || call.asText) {
    const text = found.tree ? found.source : `[[:${shown}]]`
    return done(call.asText ? escapeWikitext(text) : text, shown)
  }

  return done(expander.expandTemplate(found, node.parts, frame), shown)
}

/** A template, or one with the same title in another variant of the language. */
function findInVariants(
  { templates, site }: ParseState,
  { ns, dbkey }: Title,
): ReturnType<ParseState['templates']['find']> {
  const found = templates.find(ns, dbkey)
  if (found.tree) return found
  for (const text of site.variants.others(site.language, dbkey.replaceAll('_', ' '))) {
    const title = titleInNamespace(site, ns, text)
    const other = title && templates.find(ns, title.dbkey)
    if (other?.tree) return other
  }
  return found
}

/** "/sub" refers to a subpage of the current page; a title without a prefix refers to a template. */
function templateTitle(expander: Expanding, target: string, asWritten: boolean): Title | null {
  const { site, page, titles } = expander.state
  const title = asWritten ? titles.template(target) : titleOrNull(site, target, page.ns)
  return title && (title.dbkey !== '' || title.interwiki !== '') ? title : null
}

/** Whether a name can refer to different templates on different pages. */
const isRelative = (name: string): boolean => /^\s*[/.]/.test(name)

/** Puts lists and tables on a line of their own, and counts included text towards the limit. */
function finish(expander: Expanding, node: TemplateNode, text: string, shown: string | null, original: string): string {
  const { usage, output, strip } = expander.state
  const result = !node.lineStart && needsOwnLine(text) ? `\n${text}` : text
  if (usage.addPostExpand(result)) return result
  output.addTrackingCategory('post-expand-template-inclusion-category')
  output.addWarning('post-expand-template-inclusion-warning')
  return `[[:${shown ?? original.replace(/^:/, '')}]]${strip.add('omitted')}`
}
