// Plain text: paragraphs between blank lines are strings. DokuWiki and MediaWiki pages also have headings and lists, whose
// marks are not part of the texts.

import { documentFormat } from '../document/document-format.ts'
import { type AddBlock, decodeDocument, textDocument } from '../document/text-document.ts'
import { filledLines, type Line, linesOf, onOneLine, trimmedRange } from '../document/text-lines.ts'
import type { FileFormat } from '../format.ts'
import { lineStart } from '../pair-file.ts'

interface Syntax {
  /** Lines that are texts of their own; the groups are the marks before and after the text. */
  readonly marked?: readonly RegExp[]
  /** Lines without text for people. */
  readonly opaque?: RegExp
  /** Elements whose content, over several lines, is not for people. */
  readonly verbatim?: RegExp
}

const textFormat = (id: string, name: string, extensions: readonly string[], syntax: Syntax = {}): FileFormat =>
  documentFormat({
    id,
    name,
    extensions,
    flags: [],
    refuses: text =>
      filledLines(text).some(line => startsSyntax(line, syntax))
        ? `A line must not start with mark-up of the file format "${name}".`
        : undefined,
    scan: (bytes, options) =>
      textDocument(decodeDocument(bytes, options), options, (text, add) => readText(text, add, syntax)),
  })

const startsSyntax = (line: string, { marked, opaque, verbatim }: Syntax): boolean =>
  verbatim?.test(line) === true || marked?.some(each => each.test(line)) === true || opaque?.test(line) === true

function readText(text: string, add: AddBlock, syntax: Syntax): void {
  let paragraph: Line[] = []
  const end = () => {
    const lines = paragraph
    if (lines.length === 0) return
    paragraph = []
    const second = lines[1]
    const indent = second === undefined ? '' : text.slice(lineStart(text, second.start), second.start)
    add({
      kind: 'p',
      start: lines[0]!.start,
      end: lines.at(-1)!.end,
      text: lines.map(line => text.slice(line.start, line.end)).join('\n'),
      write: (value, newline) => filledLines(value).join(newline + indent),
    })
  }
  let verbatim: string | undefined
  for (const line of linesOf(text)) {
    const range = trimmedRange(text, line.start, line.end)
    const shown = text.slice(range.start, range.end)
    const marks = syntax.marked?.map(each => each.exec(shown)).find(each => each !== null)
    const opened = verbatim === undefined ? syntax.verbatim?.exec(shown)?.[1]?.toLowerCase() : undefined
    if (opened !== undefined) end()
    verbatim ??= opened
    if (verbatim !== undefined) {
      if (shown.toLowerCase().includes(`</${verbatim}>`)) verbatim = undefined
      continue
    }
    if (shown === '' || syntax.opaque?.test(shown)) end()
    else if (marks === undefined) paragraph.push(range)
    else {
      end()
      const [, before = '', after = ''] = marks
      const inner = trimmedRange(text, range.start + before.length, range.end - after.length)
      if (inner.start < inner.end)
        add({
          kind: before.startsWith('=') ? 'heading' : 'item',
          ...inner,
          text: text.slice(inner.start, inner.end),
          write: onOneLine,
        })
    }
  }
  end()
}

export const txt = textFormat('txt', 'Plain text file', ['txt'])

export const dokuwiki = textFormat('dokuwiki', 'DokuWiki text file', ['dw'], {
  marked: [/^(={2,6})[^=](?:.*[^=])?(={2,6})$/, /^([*-])\s/],
  opaque: /^(?:-{4,}|~~[A-Z]+~~|[|^].*)$/,
  verbatim: /^<(code|file|nowiki|html|php)\b/i,
})

export const mediawiki = textFormat('mediawiki', 'MediaWiki text file', ['wiki', 'mw'], {
  marked: [/^(={1,6})[^=](?:.*[^=])?(={1,6})$/, /^([*#:;]+)/],
  opaque: /^(?:-{4,}$|__[A-Z]+__$|\{\||\||!|\{\{[^{}]*\}\}$|\}\}$|\[\[Category:.*\]\]$)/i,
  verbatim: /^<(pre|nowiki|gallery|syntaxhighlight)\b/i,
})
