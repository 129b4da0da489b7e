// Changes to the texts of a PHP file.

import type { NewUnit } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { lineEnd, lineStart } from '../pair-file.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown } from '../text-file.ts'
import type { PhpArray, PhpItem, PhpScan, PhpText } from './scanner.ts'
import { writeString } from './strings.ts'

interface PhpFile extends PhpScan {
  readonly text: string
  readonly newline: string
  readonly byId: ReadonlyMap<string, PhpText>
  // The value of a unit, from its forms.
  readonly join: (target: readonly string[], id: string) => string
}

export function editPhp(changes: CheckedChanges, file: PhpFile): Splice[] {
  const splices: Splice[] = []
  for (const [id, { target }] of changes.update) {
    const text = file.byId.get(id)!
    const value = target && file.join(target, id)
    if (value !== undefined && value !== text.value)
      splices.push({ start: text.valueStart, end: text.valueEnd, text: writeString(value, text) })
  }
  for (const id of changes.remove) splices.push(removal(file.text, file.byId.get(id)!.item))
  return [...splices, ...additions(changes, file)]
}

// An item alone on its lines is removed with them and its comments.
function removal(text: string, { start, commentStart, commaEnd }: PhpItem): Splice {
  const line = lineStart(text, commentStart)
  const after = lineEnd(text, commaEnd)
  const isAlone = text.slice(line, commentStart).trim() === '' && text.slice(commaEnd, after).trim() === ''
  if (isAlone) return { start: line, end: after, text: '' }
  const space = /[ \t]*/y
  space.lastIndex = commaEnd
  space.test(text)
  return { start, end: space.lastIndex, text: '' }
}

interface Pending {
  readonly array: PhpArray
  readonly after: PhpItem | null | undefined
  readonly member: string
}

function additions(changes: CheckedChanges, file: PhpFile): Splice[] {
  const keys = new Set([...file.byId.keys()].filter(id => !changes.remove.has(id)))
  const members: Pending[] = []
  const statements: Splice[] = []
  const close = changes.add.length === 0 ? -1 : file.text.lastIndexOf('?>')
  const codeEnd = close === -1 ? file.text.length : close
  for (const added of changes.add) {
    const key = canonical(added.id ?? added.context, file)
    if (keys.has(key)) throw new FormatError(`the file already has "${shown(key)}"`)
    keys.add(key)
    const value = writeString(file.join(added.target, key), { quote: "'", hasVariables: false })
    const path = segmentsOf(key)
    const depth = deepest(path, file)
    if (path.length > 1 && depth > 0) {
      const array = file.arrays.get(path.slice(0, depth).join('->'))!
      const anchor = typeof added.after === 'string' ? file.byId.get(added.after)! : added.after
      const after = anchor?.array === array ? anchor.item : anchor === null ? null : undefined
      members.push({ array, after, member: memberText(path.slice(depth), value, added, array, file) })
    } else statements.push(statement(key, path, value, added, file, codeEnd))
  }
  return [...intoArrays(members, changes, file), ...statements]
}

// The name that the file would give to a key: a plain key goes into the only array.
function canonical(key: string, { arrays }: PhpFile): string {
  const name = key.replaceAll('[]->', '->')
  if (/^(?:\$|define\(|const |return->)/.test(name)) return name
  const [array] = arrays.values()
  return array === undefined ? `$${name}` : `${array.name}->'${name}'`
}

// The variable, then the keys of its arrays. Quoted keys may contain arrows.
function segmentsOf(key: string): string[] {
  const root = key.split('->', 1)[0]!
  const keys = key.slice(root.length).matchAll(/->('.*?'(?=->|$)|[^'].*?(?=->|$))/gs)
  return [root, ...Array.from(keys, match => match[1]!)]
}

function deepest(path: readonly string[], { arrays }: PhpFile): number {
  for (let depth = path.length - 1; depth > 0; depth--) if (arrays.has(path.slice(0, depth).join('->'))) return depth
  return 0
}

function memberText(
  path: readonly string[],
  value: string,
  { note }: NewUnit,
  array: PhpArray,
  { newline, text }: PhpFile,
): string {
  const [segment, ...rest] = path
  const key = /^'(.*)'$/s.exec(segment!)
  const head = key === null ? segment! : writeString(key[1]!, { quote: "'", hasVariables: false })
  if (/^\[\d*\]$/.test(segment!)) throw new FormatError(`cannot add "${shown(path.join('->'))}": lists have no keys`)
  const step = indentStep(text, array)
  const indent = indentOf(text, array)
  const comment = note
    ? `${note
        .split('\n')
        .map(line => `// ${line}`)
        .join(newline + indent)}${newline}${indent}`
    : ''
  if (rest.length === 0) return `${comment}${head} => ${value}`
  const [open, close] = array.isShort ? ['[', ']'] : ['array(', ')']
  const inner = nested(rest, value, indent + step, step, newline, [open, close])
  return `${comment}${head} => ${open}${newline}${inner}${newline}${indent}${close}`
}

function nested(
  [segment, ...rest]: readonly string[],
  value: string,
  indent: string,
  step: string,
  newline: string,
  [open, close]: readonly [string, string],
): string {
  const key = /^'(.*)'$/s.exec(segment!)
  const head = key === null ? segment! : writeString(key[1]!, { quote: "'", hasVariables: false })
  if (rest.length === 0) return `${indent}${head} => ${value},`
  const inner = nested(rest, value, indent + step, step, newline, [open, close])
  return `${indent}${head} => ${open}${newline}${inner}${newline}${indent}${close},`
}

function indentOf(text: string, { items, close }: PhpArray): string {
  const [first] = items
  if (first !== undefined) return /^[ \t]*/.exec(text.slice(lineStart(text, first.start), first.start))![0]
  return `${/^[ \t]*/.exec(text.slice(lineStart(text, close), close))![0]}    `
}

function indentStep(text: string, array: PhpArray): string {
  const outer = /^[ \t]*/.exec(text.slice(lineStart(text, array.close), array.close))![0]
  const inner = indentOf(text, array)
  return inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : '    '
}

function intoArrays(members: readonly Pending[], { remove }: CheckedChanges, file: PhpFile): Splice[] {
  const removed = new Set([...remove].map(id => file.byId.get(id)!.item))
  const { text, newline } = file
  const filled = new Set<PhpArray>()
  const lasts = new Map<PhpArray, PhpItem | undefined>()
  return members.map(({ array, after, member }): Splice => {
    const indent = newline + indentOf(text, array)
    const [first] = array.items
    if (!lasts.has(array))
      lasts.set(
        array,
        array.items.findLast(item => !removed.has(item)),
      )
    const last = lasts.get(array)
    if (first === undefined || last === undefined) {
      // The first member brings the line break before the closing bracket, if there is none.
      const lead = text.slice(array.open, array.close)
      const hasLine = lead.includes('\n') || filled.has(array)
      filled.add(array)
      return { start: array.open, end: array.open, text: `${indent}${member},${hasLine ? '' : newline}` }
    }
    const isOneLine = !text.slice(array.open, first.start).includes('\n')
    if (after === null) {
      const at = isOneLine ? first.start : array.open
      return { start: at, end: at, text: isOneLine ? `${member}, ` : `${indent}${member},` }
    }
    const anchor = after !== undefined && !removed.has(after) ? after : last
    const hasComma = anchor.commaEnd > anchor.end
    const lead = isOneLine ? ' ' : indent
    if (hasComma) return { start: anchor.commaEnd, end: anchor.commaEnd, text: `${lead}${member},` }
    return { start: anchor.end, end: anchor.end, text: `,${lead}${member}` }
  })
}

function statement(
  key: string,
  path: readonly string[],
  value: string,
  added: NewUnit,
  { text, newline, byId }: PhpFile,
  codeEnd: number,
): Splice {
  const anchor = typeof added.after === 'string' ? byId.get(added.after)! : undefined
  const after = anchor !== undefined && anchor.array === undefined ? anchor.item.commaEnd : undefined
  const end = after !== undefined ? lineEnd(text, after) : codeEnd
  const gap = end > 0 && text[end - 1] !== '\n' ? newline : ''
  const comment = added.note
    ? `${added.note
        .split('\n')
        .map(line => `// ${line}`)
        .join(newline)}${newline}`
    : ''
  return { start: end, end, text: `${gap}${comment}${code(key, path, value, newline)}${newline}` }
}

function code(key: string, path: readonly string[], value: string, newline: string): string {
  if (path.length > 1) {
    const [root, ...rest] = path
    const head = root === 'return' ? 'return [' : `${root} = [`
    if (root === 'return' || variable.test(root!))
      return `${head}${newline}${nested(rest, value, '    ', '    ', newline, ['[', ']'])}${newline}];`
  }
  if (/^define\((?:'[^'\\\n]*'|"[^"\\\n]*")$/.test(key)) return `${key}, ${value});`
  if (/^const [A-Za-z_]\w*$/.test(key)) return `${key} = ${value};`
  if (!variable.test(key)) throw new FormatError(`"${shown(key)}" is no name of a PHP variable`)
  return `${key} = ${value};`
}

const variable = /^\$[A-Za-z_]\w*(?:\[(?:'[^'\\\n]*'|"[^"\\\n]*"|\w+)\])*$/
