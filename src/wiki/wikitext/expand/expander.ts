// Expands parse trees to text: templates, arguments, variables and functions.

import { extensionFunction } from '../extensions/index.ts'
import { type Expanding, lazy, type ParserFunction } from '../functions/call.ts'
import { functions } from '../functions/registry.ts'
import { invoke } from '../lua/invoke.ts'
import { keptTree } from '../preprocessor/kept-trees.ts'
import type { ArgumentNode, HeadingNode, Node, Part, TemplateNode, Tree } from '../preprocessor/nodes.ts'
import { preprocess } from '../preprocessor/preprocess.ts'
import { sourceOf } from '../source.ts'
import { Frame } from '../state/frame.ts'
import { limits } from '../state/limits.ts'
import type { ParseState } from '../state/parse-state.ts'
import { disarm } from '../state/strip-markers.ts'
import type { FoundTemplate } from '../state/template-store.ts'
import { trim } from '../text.ts'
import { expandRemembering } from './remember-call.ts'
import { expandCall } from './template-call.ts'

/** Not in the list of functions, because modules use that list themselves. */
const INVOKE = lazy(invoke)

export class Expander implements Expanding {
  readonly state: ParseState

  constructor(state: ParseState) {
    this.state = state
  }

  /** Expands the page's own text. */
  expandPage(text: string): string {
    const expanded = this.expandText(disarm(text), new Frame(this.state.page, null), false)
    const { usage, output } = this.state
    if (usage.expensive > limits.expensiveFunctions) output.addTrackingCategory('expensive-parserfunction-category')
    return this.state.finish?.(expanded) ?? expanded
  }

  functionNamed(id: string): ParserFunction | undefined {
    return id === 'invoke' ? INVOKE : (functions.get(id) ?? extensionFunction(id))
  }

  expandTemplate(found: FoundTemplate, parts: readonly Part[], frame: Frame): string {
    return expandRemembering(this, found, parts, frame)
  }

  expandText(text: string, frame: Frame, included: boolean): string {
    const { site, headings, steps, host } = this.state
    if (!needsPreprocessing(text) && !(headings && text.includes('='))) return text
    const parse = host.keepsTrees ? keptTree : preprocess
    const tree = parse(text, { extensionTags: site.info.extensiontags, included, steps })
    headings?.enter(tree)
    return this.expand(tree, frame)
  }

  readonly expand = (tree: Tree, frame: Frame): string => {
    if (tree.length === 1 && typeof tree[0] === 'string') return tree[0]
    if (tree.length === 0) return ''
    const { usage } = this.state
    if (usage.depth > limits.expansionDepth) {
      usage.bindToPage()
      this.state.output.addTrackingCategory('expansion-depth-exceeded-category')
      this.state.output.addWarning('expansion-depth-exceeded-warning')
      return '<span class="error">Expansion depth limit exceeded</span>'
    }
    usage.depth++
    const { recording } = usage
    if (recording && usage.depth > recording.deepestTree) recording.deepestTree = usage.depth
    let text = ''
    for (const node of tree) text += typeof node === 'string' ? node : this.#expandNode(node, frame)
    usage.depth--
    return text
  }

  #expandNode(node: Exclude<Node, string>, frame: Frame): string {
    const { usage, output, steps } = this.state
    steps.spend(2)
    if (++usage.nodes > limits.nodes) {
      usage.reached()
      output.addTrackingCategory('node-count-exceeded-category')
      output.addWarning('node-count-exceeded-warning')
      return '<span class="error">Node-count limit exceeded</span>'
    }
    if (this.state.saving) {
      const written = this.#writtenForSaving(node, frame)
      if (written !== null) return written
    }
    switch (node.type) {
      case 'template':
        return expandCall(this, node, frame)
      case 'argument':
        return this.#expandArgument(node, frame)
      case 'tag':
        return this.expandTag(node.name, node.attributes, node.inner, node.close, frame)
      case 'heading':
        return this.#expandHeading(node, frame)
      case 'comment':
        return this.state.keepsComments ? node.text : ''
      default:
        return ''
    }
  }

  #expandHeading(node: HeadingNode, frame: Frame): string {
    const text = this.expand(node.children, frame)
    return this.state.headings?.mark(node, frame, text) ?? text
  }

  /** Source kept when saving: tags and comments and, on the page itself, ignored parts and arguments. */
  #writtenForSaving(node: Exclude<Node, string>, frame: Frame): string | null {
    const isPage = frame.parent === null
    if (node.type === 'argument') return isPage ? sourceOf([node]).text : null
    if (node.type === 'template' || node.type === 'heading') return null
    if (node.type === 'ignored' && !isPage) return ''
    return this.state.strip.addWritten(node.type, sourceOf([node]).text)
  }

  expandTag(name: string, attributes: string, inner: string | null, close: string, frame: Frame): string {
    this.state.usage.bindToPage()
    // Braces in attributes are text, in templates and on pages; {{#tag:}} supports more.
    const tag = { name: name.toLowerCase(), attributes: trim(attributes), inner, close }
    return this.state.tagHandler(this.state, tag, text => this.expandText(text, frame, false))
  }

  #expandArgument(node: ArgumentNode, frame: Frame): string {
    const written = this.expand(node.title, frame)
    const value = frame.argument(trim(written), this.expand)
    if (value !== undefined) {
      if (this.state.usage.addArgument(value)) return value
      this.state.output.addTrackingCategory('post-expand-template-argument-category')
      this.state.output.addWarning('post-expand-template-argument-warning')
      return '<!-- WARNING: argument omitted, expansion size too large -->'
    }
    const fallback = node.parts[0]
    if (fallback) return this.expandPart(fallback, frame)
    return `{{{${written}}}}`
  }

  /** A part as written: name, equals sign, value. */
  expandPart(part: Part, frame: Frame): string {
    if (part.index > 0) return this.expand(part.value, frame)
    return `${this.expand(part.name, frame)}=${this.expand(part.value, frame)}`
  }

  /** An unresolved call stays in the text with its inner calls expanded. */
  writeBack(title: string, node: TemplateNode, frame: Frame): string {
    return `{{${[title, ...node.parts.map(part => this.expandPart(part, frame))].join('|')}}}`
  }
}

/** Most short texts need no preprocessing. */
function needsPreprocessing(text: string): boolean {
  return text.includes('{') || text.includes('<')
}
