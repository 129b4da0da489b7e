// Finds the texts of a resource script.

import { failAt } from '../format-error.ts'

export interface RcText {
  // The kind of resource, its name, and the control or string.
  readonly name: string
  readonly value: string
  readonly valueStart: number
  readonly valueEnd: number
}

interface Token {
  readonly type: 'word' | 'string' | 'sign'
  readonly text: string
  readonly start: number
  readonly end: number
}

const DIALOGS = new Set(['DIALOG', 'DIALOGEX'])
const MENUS = new Set(['MENU', 'MENUEX'])
const isBegin = ({ type, text }: Token): boolean => text === '{' || (type === 'word' && text === 'BEGIN')
const isEnd = ({ type, text }: Token): boolean => text === '}' || (type === 'word' && text === 'END')

export function textsOf(text: string, count: () => void): RcText[] {
  const texts: RcText[] = []
  const tokens = [...tokensOf(text)]
  const add = (name: string, { start, end, text: raw }: Token): void => {
    count()
    texts.push({ name, value: unquoted(raw), valueStart: start, valueEnd: end })
  }
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens[i]!.type === 'word' ? tokens[i]!.text : ''
    const isTable = kind === 'STRINGTABLE'
    if (!isTable && !DIALOGS.has(kind) && !MENUS.has(kind)) continue
    const resource = isTable ? kind : `${kind}.${tokens[i - 1]?.text ?? ''}`
    let depth = 0
    for (i++; i < tokens.length; i++) {
      const token = tokens[i]!
      if (isBegin(token)) depth++
      else if (isEnd(token) && --depth <= 0) break
      else if (token.type === 'string') {
        const name = nameOf(tokens, i, resource, isTable, depth)
        if (name !== undefined) add(name, token)
      }
    }
  }
  return texts
}

function nameOf(
  tokens: readonly Token[],
  i: number,
  resource: string,
  isTable: boolean,
  depth: number,
): string | undefined {
  const before = tokens[i - 1]
  const isComma = before?.text === ','
  const keyword = isComma ? tokens[i - 2] : before
  if (keyword?.type !== 'word') return undefined
  if (isTable) return depth === 0 ? undefined : `${resource}.${keyword.text}`
  if (depth === 0) return keyword.text === 'CAPTION' && !isComma ? `${resource}.CAPTION` : undefined
  if (isComma) return undefined
  if (keyword.text === 'POPUP') return `${resource}.POPUP.CAPTION`
  const id = tokens[i + 1]?.text === ',' ? tokens[i + 2] : undefined
  return `${resource}.${keyword.text}${id?.type === 'word' ? `.${id.text}` : ''}`
}

function* tokensOf(text: string): Generator<Token> {
  const pattern = /\s+|\/\/[^\n]*|\/\*|#[^\n]*|L?"|[A-Za-z_0-9.$-]+|./gsu
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [raw] = match
    const start = match.index
    if (raw === '/*') {
      const end = text.indexOf('*/', start + 2)
      if (end === -1) failAt(text, start, 'a comment has no end')
      pattern.lastIndex = end + 2
    } else if (raw.endsWith('"') && raw.length <= 2) {
      const end = stringEnd(text, start + raw.length)
      pattern.lastIndex = end
      yield { type: 'string', text: text.slice(start + raw.length - 1, end), start: start + raw.length - 1, end }
    } else if (/^[\w.$-]/.test(raw)) yield { type: 'word', text: raw, start, end: start + raw.length }
    else if (!/^(?:\s|\/\/|#)/.test(raw)) yield { type: 'sign', text: raw, start, end: start + raw.length }
  }
}

// Quotes are doubled, or escaped. A string may continue on the next line.
function stringEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') {
      if (text[at + 1] !== '"') return at + 1
      at++
    }
  }
  return failAt(text, start, 'a string has no closing quote')
}

const simple: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\', '"': '"' }

function unquoted(raw: string): string {
  return raw
    .slice(1, -1)
    .replace(/""|\\([nrt\\"])/g, (_, escaped?: string) => (escaped === undefined ? '"' : simple[escaped]!))
}
