// Reads YAML with a library that records positions, behind guards: malicious input could take quadratic time or exhaust
// the memory. Aliases are never expanded.

import { Composer, type Document, Lexer, Parser } from 'yaml'
import { FormatError, failAt } from '../format-error.ts'

const maxDepth = 50
// The library needs about a second and a hundred megabytes for each million characters.
const maxCharacters = 2_000_000

export interface YamlText {
  readonly document: Document.Parsed | undefined
  // Start positions of comments. A hash at the start of a line may also be part of a text.
  readonly comments: ReadonlySet<number>
}

export function readYaml(text: string): YamlText {
  if (text.length > maxCharacters) {
    throw new FormatError(`a YAML file may have ${maxCharacters} characters, this one has ${text.length}`)
  }
  const lone = text.search(/\r(?!\n)/)
  if (lone !== -1) failAt(text, lone, 'a carriage return without a line feed')
  guardBlocks(text)
  const composer = new Composer({ version: '1.1', uniqueKeys: false, prettyErrors: false })
  const fail = (offset: number, message: string): never =>
    failAt(text, offset, `not valid YAML: ${lowerFirst(message)}`)
  // The library collects errors without limit, but the first is enough. There is no option, so its field is replaced.
  Object.assign(composer, {
    onError: (source: { offset: number } | number | number[], _code: string, message: string, warning?: boolean) => {
      if (!warning)
        fail(typeof source === 'number' ? source : Array.isArray(source) ? source[0]! : source.offset, message)
    },
  })
  let document: Document.Parsed | undefined
  const accept = (documents: Iterable<unknown>): void => {
    for (const each of documents) document = only(each as Document.Parsed, document, text)
  }
  const parser = new Parser()
  const comments = new Set<number>()
  for (const lexeme of guardedLexemes(text, comments))
    for (const token of parser.next(lexeme)) accept(composer.next(token))
  for (const token of parser.end()) accept(composer.next(token))
  accept(composer.end())
  const [error] = document?.errors ?? []
  if (error !== undefined) fail(error.pos[0], error.message)
  return { document, comments }
}

function only(next: Document.Parsed, previous: Document.Parsed | undefined, text: string): Document.Parsed {
  if (previous !== undefined) failAt(text, next.range[0], 'the file contains several YAML documents')
  return next
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}

function refuse(line: number): never {
  throw new FormatError(`nested deeper than ${maxDepth} levels`, { line })
}

// Blocks nest by indentation, or by several markers on one line ("- - - a").
function guardBlocks(text: string): void {
  const indents: number[] = []
  let line = 0
  for (const content of text.split('\n')) {
    line++
    const indent = content.search(/[^ ]/)
    if (indent === -1) continue
    while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop()
    indents.push(indent)
    const markers =
      /^(?:[-?:]\s+)+/.exec(content.slice(indent, indent + 4 * maxDepth))?.[0].match(/[-?:]/g)?.length ?? 0
    if (indents.length + markers > maxDepth) refuse(line)
  }
}

// Lexemes without text in the file: start of a document, end of a broken collection, start of a text.
const textFollows = '\x1f'
const markers = new Set(['\x02', '\x18', textFollows])

// Flow collections nest by brackets; the lexer tells brackets from text.
function* guardedLexemes(text: string, comments: Set<number>): Generator<string> {
  let depth = 0
  let line = 1
  let offset = 0
  let previous = ''
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === '[' || lexeme === '{') depth++
    else if (lexeme === ']' || lexeme === '}') depth--
    else for (let at = lexeme.indexOf('\n'); at !== -1; at = lexeme.indexOf('\n', at + 1)) line++
    if (depth > maxDepth) refuse(line)
    if (lexeme[0] === '#' && previous !== textFollows) comments.add(offset)
    if (!markers.has(lexeme)) offset += lexeme.length
    previous = lexeme
    yield lexeme
  }
}
