// LabeledSectionTransclusion: includes parts of other pages, by marks or by headings.

import { prefixedText } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { type LazyCall, lazy } from '../functions/call.ts'
import type { Tree } from '../preprocessor/nodes.ts'
import { Frame } from '../state/frame.ts'
import { loopWarning } from '../state/include-warnings.ts'
import { limits } from '../state/limits.ts'
import type { ParseState } from '../state/parse-state.ts'
import type { FoundTemplate } from '../state/template-store.ts'
import type { Extension } from './extension.ts'
import { partUnder } from './section-headings.ts'
import { sectionsBetween, withoutSections } from './section-marks.ts'

/** The text of the parts of a page. */
type Pick = (call: LazyCall, tree: Tree, frame: Frame) => string

interface Source {
  readonly shown: string
  readonly found: FoundTemplate | null
}

/** The page to include from. Null when the name is invalid. */
function sourceOf({ state, first }: LazyCall): (Source & { readonly ns: number; readonly dbkey: string }) | null {
  const title = titleOrNull(state.site, first)
  if (title === null || (title.dbkey === '' && title.interwiki === '')) return null
  const { ns, dbkey, interwiki } = title
  const name = prefixedText(state.site, ns, dbkey)
  if (interwiki !== '' || ns < 0)
    return { shown: interwiki === '' ? name : `${interwiki}:${name}`, found: null, ns, dbkey }
  const found = state.templates.find(ns, dbkey)
  state.output.addTemplate(found)
  return { shown: name, found, ns, dbkey }
}

function include(call: LazyCall, pick: Pick): string {
  const { state, frame } = call
  const source = sourceOf(call)
  if (source === null) return ''
  const { shown, found } = source
  if (frame.includes(source)) return loopWarning(state.host, shown)
  if (!found?.tree) return `[[${shown}]]`
  if (frame.depth >= limits.templateDepth) return ''
  state.steps.spend(1 + found.tree.length)
  state.headings?.enter(found.tree)
  const inside = new Frame(found.title, frame)
  return call.parts.length === 0 ? call.expander.expand(found.tree, inside) : pick(call, found.tree, inside)
}

/** An empty last name counts: the section then ends with the page. */
const nameAt = (call: LazyCall, position: number, otherwise: string): string =>
  call.parts.length < position ? otherwise : call.argument(position)

const sections: Pick = (call, tree, frame) => {
  const from = call.argument(1)
  return sectionsBetween(call, tree, frame, from, nameAt(call, 2, from))
}

/** The rest of the page. The replacement goes where the section was. */
const exceptSections: Pick = (call, tree, frame) => {
  const from = call.argument(1)
  const replacement = call.argument(2)
  return withoutSections(call, tree, frame, { from, replacement, to: nameAt(call, 3, from) })
}

/** Parts that a page has included. The same part is included once. */
const included = new WeakMap<ParseState, Set<string>>()

function includeUnderHeading(call: LazyCall): string {
  const { state, expander, frame, first } = call
  const source = sourceOf(call)
  if (source === null) return ''
  const { shown, found } = source
  if (!found?.tree) return `[[${shown}]]`
  const [heading, until] = [call.argument(1), call.argument(2)]
  state.steps.spend(1 + found.source.length)
  const text = partUnder(found.source, heading, until)
  if (text === null) return ''
  const known = included.get(state) ?? new Set()
  included.set(state, known)
  const key = `${first}|${heading}`
  if (known.has(key) || frame.depth >= limits.templateDepth) return `[[${shown}]]`
  known.add(key)
  return expander.expandText(text, new Frame(found.title, frame), true).replaceAll('</section>', '')
}

export const labeledSections: Extension = {
  name: 'LabeledSectionTransclusion',
  aliases: ['Labeled Section Transclusion'],
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:Labeled_Section_Transclusion',
  about: 'Includes parts of other pages, by marks or by headings.',
  tags: { section: { html: () => '' } },
  functions: {
    lst: lazy(call => include(call, sections)),
    lstx: lazy(call => include(call, exceptSections)),
    lsth: lazy(includeUnderHeading),
  },
  words: [
    { name: 'lst', aliases: ['lst', 'section'] },
    { name: 'lstx', aliases: ['lstx', 'section-x'] },
    { name: 'lsth', aliases: ['lsth', 'section-h'] },
  ],
}
