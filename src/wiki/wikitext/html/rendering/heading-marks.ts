// Marks that identify the sections of a page and of its templates in the expanded text.

import { headingNumbers } from '../../preprocessor/heading-numbers.ts'
import type { HeadingNode, Tree } from '../../preprocessor/nodes.ts'
import type { Frame, FrameTitle } from '../../state/frame.ts'
import type { HeadingMarks } from '../../state/parse-state.ts'
import type { StripMarkers } from '../../state/strip-markers.ts'

/** Where a section can be edited. */
export interface SectionSource {
  readonly page: FrameTitle
  /** Whether the text is a template, in which only included sections count. */
  readonly isTemplate: boolean
  readonly number: number
}

const markAtStart = /^\s*(\u007f'"`UNIQ-[^\u007f]*-QINU`"'\u007f)/

const rootOf = (frame: Frame): Frame => (frame.parent === null ? frame : rootOf(frame.parent))
const isSamePage = (a: FrameTitle, b: FrameTitle): boolean => a.ns === b.ns && a.dbkey === b.dbkey

export class SectionMarks implements HeadingMarks {
  readonly #strip: StripMarkers
  readonly #entered = new WeakSet<Tree>()
  readonly #numbers = new WeakMap<HeadingNode, number>()
  readonly #sources = new Map<string, SectionSource>()

  constructor(strip: StripMarkers) {
    this.#strip = strip
  }

  enter(tree: Tree): void {
    if (this.#entered.has(tree)) return
    this.#entered.add(tree)
    if (!tree.some(node => typeof node !== 'string' && node.type === 'heading')) return
    const numbers = headingNumbers(tree)
    for (const node of tree) {
      if (typeof node !== 'string' && node.type === 'heading') this.#numbers.set(node, numbers.get(node)!)
    }
  }

  mark(heading: HeadingNode, frame: Frame, text: string): string {
    const number = this.#numbers.get(heading)
    if (number === undefined) return text
    const mark = this.#strip.addGeneral('h', '')
    this.#sources.set(mark, { page: frame.title, isTemplate: !isSamePage(frame.title, rootOf(frame).title), number })
    return text.slice(0, heading.level) + mark + text.slice(heading.level)
  }

  /** The source of a marked heading, and the heading without its mark. */
  take(heading: string): { source: SectionSource | null; rest: string } {
    const mark = markAtStart.exec(heading)
    const source = mark ? this.#sources.get(mark[1]!) : undefined
    return source ? { source, rest: heading.slice(mark![0].length).trimStart() } : { source: null, rest: heading }
  }
}
