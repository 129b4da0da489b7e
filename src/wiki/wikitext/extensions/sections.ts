// LabeledSectionTransclusion: includes parts of other pages, by marks or by headings.

import { prefixedText } from '#wiki/site/title-format.ts'
import { type Title, titleOrNull } from '#wiki/site/titles.ts'
import { type LazyCall, lazy } from '../functions/call.ts'
import type { Node, Tree } from '../preprocessor/nodes.ts'
import { readAttributes } from '../sanitize/attributes.ts'
import { sourceOf } from '../source.ts'
import { Frame } from '../state/frame.ts'
import { limits } from '../state/limits.ts'
import { trim } from '../text.ts'
import type { Extension } from './extension.ts'

/** Picks the parts of a page; the name of a section may be empty. */
type Pick = (call: LazyCall, tree: Tree) => Tree

function include(call: LazyCall, pick: Pick): string {
  const { state, expander, frame } = call
  const title: Title | null = titleOrNull(state.site, call.first)
  if (title?.interwiki !== '' || title.ns < 0 || title.dbkey === '') return ''
  const found = state.templates.find(title.ns, title.dbkey)
  state.output.addTemplate(found)
  const shown = prefixedText(state.site, title.ns, title.dbkey)
  if (!found.tree || frame.includes(found.title) || isSelf(call, found.title) || frame.depth >= limits.templateDepth)
    return found.tree ? '' : `[[:${shown}]]`
  state.steps.spend(1 + found.tree.length)
  state.headings?.enter(found.tree)
  return expander.expand(pick(call, found.tree), new Frame(found.title, frame))
}

/** A page may include a section of itself, but not endlessly: the section itself must not hold the call. */
const isSelf = ({ state, frame }: LazyCall, title: { ns: number; dbkey: string }): boolean =>
  frame.depth > 0 && state.page.ns === title.ns && state.page.dbkey === title.dbkey

const markOf = (node: Node): ReadonlyMap<string, string> | null =>
  typeof node === 'object' && node.type === 'tag' && node.name.toLowerCase() === 'section'
    ? readAttributes(node.attributes)
    : null

/** Runs from the mark of the first section to that of the last. A page may have several sections of one name. */
function sections(tree: Tree, from: string, to: string): { readonly inside: Node[]; readonly outside: Node[] } {
  const [inside, outside]: [Node[], Node[]] = [[], []]
  let isInside = from === ''
  for (const node of tree) {
    const mark = markOf(node)
    if (mark?.get('begin') === from && from !== '') isInside = true
    else if (mark?.get('end') === to) isInside = false
    else (isInside ? inside : outside).push(node)
  }
  return { inside, outside }
}

const section: Pick = (call, tree) => {
  const [from, to] = [call.argument(1), call.argument(2)]
  return from === '' && to === '' ? tree : sections(tree, from, to || from).inside
}

/** The rest of the page. The replacement goes where the section was. */
const exceptSection: Pick = (call, tree) => {
  const name = call.argument(1)
  if (name === '') return tree
  const replacement = call.parts[1]
  const rest: Node[] = []
  let isInside = false
  for (const node of tree) {
    const mark = markOf(node)
    if (mark?.get('begin') === name) {
      isInside = true
      if (replacement) rest.push(...replacement.value)
    } else if (mark?.get('end') === name) isInside = false
    else if (!isInside) rest.push(node)
  }
  return rest
}

/** From below a heading to the next of its level, or to a named one. */
const underHeading: Pick = (call, tree) => {
  const [name, until] = [call.argument(1).toLowerCase(), call.argument(2).toLowerCase()]
  const result: Node[] = []
  let level = name === '' ? 7 : 0
  for (const node of tree) {
    const heading = typeof node === 'object' && node.type === 'heading' ? node : null
    if (level > 0 && heading && isEnd(heading.level, headingText(heading.children))) break
    if (level > 0) result.push(node)
    else if (heading && headingText(heading.children) === name) level = heading.level
  }
  return result

  function isEnd(ofLevel: number, text: string): boolean {
    if (until !== '') return text === until
    return name === '' || ofLevel <= level
  }
}

const headingText = (children: Tree): string =>
  trim(trim(sourceOf(children).text).replace(/^=+|=+$/g, '')).toLowerCase()

export const labeledSections: Extension = {
  name: 'LabeledSectionTransclusion',
  aliases: ['Labeled Section Transclusion'],
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:Labeled_Section_Transclusion',
  about: 'Includes parts of other pages, by marks or by headings.',
  tags: { section: { html: () => '' } },
  functions: {
    lst: lazy(call => include(call, section)),
    lstx: lazy(call => include(call, exceptSection)),
    lsth: lazy(call => include(call, underHeading)),
  },
  words: [
    { name: 'lst', aliases: ['lst', 'section'] },
    { name: 'lstx', aliases: ['lstx', 'section-x'] },
    { name: 'lsth', aliases: ['lsth', 'section-h'] },
  ],
}
