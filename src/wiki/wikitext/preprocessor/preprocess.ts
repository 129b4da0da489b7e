// Parses wikitext into a tree of calls, arguments, extension tags, comments and headings. A single pass with a stack of
// open brackets. It reproduces MediaWiki's treatment of unusual input, because pages depend on it. Failed searches are
// not repeated, so the pass is linear.

import { Steps } from '../steps.ts'
import { commentRun, headingLevel, skipBlanksBack } from './lines.ts'
import type { Node, Tree } from './nodes.ts'
import {
  addNodes,
  addText,
  bracketRules,
  breakPiece,
  closerOf,
  finishParts,
  leftoverText,
  newPart,
  type OpenPart,
  type OpenPiece,
  trimBlanks,
} from './open-pieces.ts'
import { mayLackEnd, type TagNames, tagNameAt, tagNamesFor } from './tag-names.ts'

const code = {
  newline: 0x0a,
  minus: 0x2d,
  less: 0x3c,
  equals: 0x3d,
  openSquare: 0x5b,
  closeSquare: 0x5d,
  openBrace: 0x7b,
  pipe: 0x7c,
  closeBrace: 0x7d,
} as const

/** Characters that may be significant, depending on what is open. */
const watched = new Uint8Array(128)
for (const value of Object.values(code)) watched[value] = 1

export interface PreprocessOptions {
  /** Extension tags of the site, as listed by siteinfo. */
  extensionTags: readonly string[]
  /** Whether the text is included in another page: noinclude is dropped and includeonly kept. */
  included: boolean
  /** Counts the work. */
  steps?: Steps | undefined
}

export function preprocess(text: string, options: PreprocessOptions): Tree {
  return new Preprocessor(text, options).run()
}

class Preprocessor {
  readonly #text: string
  readonly #names: TagNames
  readonly #steps: Steps
  readonly #onlyInclude: boolean
  readonly #root: OpenPart = newPart()
  readonly #stack: OpenPiece[] = []
  readonly #noClosingTag = new Set<string>()
  #noMoreTagEnds = false
  #top: OpenPiece | null = null
  /** Destination of nodes: the last part of the innermost open piece, or the root. */
  #part: OpenPart = this.#root
  #position = 0
  #findPipe = false
  #findEquals = false
  #closing = 0

  constructor(text: string, options: PreprocessOptions) {
    this.#text = text
    this.#names = tagNamesFor(options.extensionTags, options.included)
    this.#steps = options.steps ?? new Steps()
    this.#onlyInclude = options.included && text.includes('<onlyinclude>') && text.includes('</onlyinclude>')
  }

  run(): Tree {
    this.#steps.read(this.#text, 200)
    if (this.#onlyInclude) this.#skipToOnlyInclude()
    this.#lineStart()
    const text = this.#text
    const { length } = text
    while (this.#position < length) {
      const start = this.#position
      let i = start
      let current = 0
      for (; i < length; i++) {
        current = text.charCodeAt(i)
        if (current < 128 && watched[current] === 1 && this.#matters(current, i)) break
      }
      if (i > start) addText(this.#part, text.slice(start, i))
      this.#position = i
      if (i < length) this.#handle(current)
      else if (this.#top?.open === '\n') this.#lineEnd()
    }
    if (this.#top?.open === '\n') this.#lineEnd()
    for (const piece of this.#stack) addNodes(this.#root, breakPiece(piece))
    return this.#root.out
  }

  #matters(current: number, at: number): boolean {
    switch (current) {
      case code.newline:
      case code.less:
      case code.openSquare:
      case code.openBrace:
        return true
      case code.minus:
        return this.#text.charCodeAt(at + 1) === code.openBrace
      case code.pipe:
        return this.#findPipe
      case code.equals:
        return this.#findEquals
      default:
        if (current !== this.#closing) return false
        return this.#top?.close !== '}-' || this.#text.charCodeAt(at + 1) === code.minus
    }
  }

  #handle(current: number): void {
    this.#steps.spend(0.5)
    switch (current) {
      case code.newline:
        if (this.#top?.open === '\n') this.#lineEnd()
        else this.#lineBreak()
        break
      case code.less:
        this.#angle()
        break
      case code.openSquare:
        this.#openBracket('[')
        break
      case code.openBrace:
        this.#openBracket('{')
        break
      case code.minus:
        this.#openBracket('-{')
        break
      case code.pipe:
        this.#top!.parts.push(newPart())
        this.#position++
        this.#refresh()
        break
      case code.equals:
        this.#part.equals = this.#part.out.length
        this.#part.out.push('=')
        this.#findEquals = false
        this.#position++
        break
      default:
        this.#closeBracket()
    }
  }

  #push(piece: OpenPiece): void {
    this.#stack.push(piece)
    this.#refresh()
  }

  #pop(): void {
    this.#stack.pop()
    this.#refresh()
  }

  /** Updates what to look for, based on the innermost open piece. */
  #refresh(): void {
    const top = this.#stack.at(-1) ?? null
    this.#top = top
    this.#part = top?.parts.at(-1) ?? this.#root
    this.#findPipe = top !== null && (top.open === '{' || top.open === '-{')
    this.#findEquals = this.#findPipe && top!.parts.length > 1 && this.#part.equals < 0
    this.#closing = top === null ? 0 : top.close.charCodeAt(0)
  }

  #skipToOnlyInclude(): void {
    const start = this.#text.indexOf('<onlyinclude>', this.#position)
    const end = start < 0 ? this.#text.length : start + '<onlyinclude>'.length
    this.#part.out.push({ type: 'ignored', text: this.#text.slice(this.#position, end) })
    this.#position = end
  }

  #lineBreak(): void {
    addText(this.#part, '\n')
    this.#position++
    this.#lineStart()
  }

  /** After a line break: equals signs may start a heading. */
  #lineStart(): void {
    const start = this.#position
    let count = 0
    while (count < 6 && this.#text.charCodeAt(start + count) === code.equals) count++
    // A single sign more likely separates a name from its value.
    if (count === 0 || (count === 1 && this.#findEquals)) return
    this.#position += count
    this.#push({
      open: '\n',
      close: '\n',
      count,
      startPosition: start,
      lineStart: false,
      savedPrefix: '',
      parts: [newPart('='.repeat(count))],
    })
  }

  /** The end of a line that started with equals signs: a heading if it also ends with some. Keeps the line break. */
  #lineEnd(): void {
    const piece = this.#top!
    const part = this.#part
    let end = skipBlanksBack(this.#text, this.#position)
    if (part.commentEnd >= 0 && end - 1 === part.commentEnd) end = skipBlanksBack(this.#text, part.visualEnd)
    const level = headingLevel(this.#text, piece.startPosition, piece.count, end)
    const children = part.out
    this.#pop()
    if (level > 0) this.#part.out.push({ type: 'heading', level, children })
    else addNodes(this.#part, children)
    // The line break may start the next heading.
    if (this.#position < this.#text.length) this.#lineBreak()
  }

  #openBracket(open: '{' | '[' | '-{'): void {
    const text = this.#text
    const start = this.#position
    let savedPrefix = ''
    let at = start
    if (open === '-{') at++
    const repeated = text.charCodeAt(at)
    let end = at + 1
    while (text.charCodeAt(end) === repeated) end++
    let count = end - start
    if (open === '-{' && count > 2) {
      // "-{{{": the rightmost interpretation wins, so this is a dash and a call.
      open = '{'
      savedPrefix = '-'
      count--
    }
    this.#position = end
    if (count < bracketRules[open].min) {
      addText(this.#part, text.slice(start, end))
      return
    }
    this.#push({
      open,
      close: closerOf[open],
      count,
      startPosition: start,
      lineStart: start > 0 && text.charCodeAt(start - 1) === code.newline,
      savedPrefix,
      parts: [newPart()],
    })
  }

  #closeBracket(): void {
    const piece = this.#top!
    const open = piece.open as '{' | '[' | '-{'
    const start = this.#position
    // Looks no further than one bracket can use, or the same characters would be scanned again for the next.
    const most = Math.min(piece.count, bracketRules[open].max)
    let matching = 0
    if (open === '-{') matching = 2
    else while (matching < most && this.#text.charCodeAt(start + matching) === this.#closing) matching++
    if (matching < 2) {
      addText(this.#part, this.#text.slice(start, start + matching))
      this.#position += matching
      return
    }
    const element = this.#element(piece, matching)
    this.#position += matching
    this.#stack.pop()
    this.#keepRest(piece, matching)
    this.#refresh()
    addNodes(this.#part, element)
  }

  #element(piece: OpenPiece, matching: number): Node[] {
    if (piece.open !== '{') {
      const nodes = newPart()
      addNodes(nodes, breakPiece({ ...piece, savedPrefix: '' }, matching))
      addText(nodes, this.#text.slice(this.#position, this.#position + matching))
      return nodes.out
    }
    const title = piece.parts[0]!.out
    const parts = finishParts(piece.parts)
    if (matching === 3) return [{ type: 'argument', title, parts }]
    const lineStart = piece.lineStart && piece.count === matching && piece.savedPrefix === ''
    return [{ type: 'template', title, parts, lineStart }]
  }

  /** Unused opening characters stay open or become text. */
  #keepRest(piece: OpenPiece, matching: number): void {
    const outer = this.#stack.at(-1)?.parts.at(-1) ?? this.#root
    if (matching === piece.count) {
      addText(outer, piece.savedPrefix)
      return
    }
    piece.parts = [newPart()]
    piece.count -= matching
    if (piece.count >= bracketRules[piece.open as '{' | '[' | '-{'].min) this.#stack.push(piece)
    else if (piece.count === 1 && piece.open === '{' && piece.savedPrefix === '-') {
      piece.savedPrefix = ''
      piece.open = '-{'
      piece.close = '}-'
      piece.count = 2
      this.#stack.push(piece)
    } else addText(outer, leftoverText(piece))
  }

  #angle(): void {
    const text = this.#text
    const start = this.#position
    if (this.#onlyInclude && text.startsWith('</onlyinclude>', start)) this.#skipToOnlyInclude()
    else if (text.startsWith('!--', start + 1)) this.#comment()
    else {
      const name = tagNameAt(text, start + 1, this.#names)
      const tagEnd = name === null || this.#noMoreTagEnds ? -1 : text.indexOf('>', start + 1 + name.length)
      if (name !== null && tagEnd >= 0) this.#tag(start, name, tagEnd)
      else {
        if (name !== null) this.#noMoreTagEnds = true
        addText(this.#part, '<')
        this.#position++
      }
    }
  }

  #tag(start: number, name: string, tagEnd: number): void {
    const text = this.#text
    const lower = name.toLowerCase()
    if (this.#names.ignoredTags.has(lower)) {
      this.#part.out.push({ type: 'ignored', text: text.slice(start, tagEnd + 1) })
      this.#position = tagEnd + 1
      return
    }
    let attributesEnd = tagEnd
    let inner: string | null = null
    let close = ''
    if (text.charCodeAt(tagEnd - 1) === 0x2f) {
      attributesEnd--
      this.#position = tagEnd + 1
    } else {
      const found = this.#findClosingTag(name, tagEnd + 1)
      if (found) {
        inner = text.slice(tagEnd + 1, found.start)
        close = text.slice(found.start, found.end)
        this.#position = found.end
      } else if (mayLackEnd.has(name)) {
        inner = text.slice(tagEnd + 1)
        this.#position = text.length
      } else {
        addText(this.#part, text.slice(start, tagEnd + 1))
        this.#position = tagEnd + 1
        return
      }
    }
    if (lower === this.#names.ignoredElement) {
      this.#part.out.push({ type: 'ignored', text: text.slice(start, this.#position) })
      return
    }
    const attributes = text.slice(start + 1 + name.length, Math.max(attributesEnd, start + 1 + name.length))
    this.#part.out.push({ type: 'tag', name, attributes, inner, close })
  }

  #findClosingTag(name: string, from: number): { start: number; end: number } | null {
    if (this.#noClosingTag.has(name)) return null
    const closing = new RegExp(`</${name}\\s*>`, 'gi')
    closing.lastIndex = from
    const match = closing.exec(this.#text)
    if (match) return { start: match.index, end: closing.lastIndex }
    this.#noClosingTag.add(name)
    return null
  }

  #comment(): void {
    const text = this.#text
    const start = this.#position
    const end = text.indexOf('-->', start + 4)
    if (end < 0) {
      this.#part.out.push({ type: 'comment', text: text.slice(start) })
      this.#position = text.length
      return
    }
    const blankStart = skipBlanksBack(text, start)
    let from = start
    let to = end + 3
    // Comments alone on a line remove the whole line.
    const eaten =
      blankStart > 0 && text.charCodeAt(blankStart - 1) === code.newline ? commentRun(text, blankStart, to) : null
    if (eaten) {
      trimBlanks(this.#part, start - blankStart)
      for (const [a, b] of eaten.slice(0, -1)) this.#part.out.push({ type: 'comment', text: text.slice(a, b) })
      ;[from, to] = eaten.at(-1)!
    }
    if (this.#top) {
      if (!(this.#part.commentEnd >= 0 && this.#part.commentEnd === blankStart - 1)) this.#part.visualEnd = blankStart
      this.#part.commentEnd = to - 1
    }
    this.#position = to
    this.#part.out.push({ type: 'comment', text: text.slice(from, to) })
    if (eaten) this.#lineStart()
  }
}
