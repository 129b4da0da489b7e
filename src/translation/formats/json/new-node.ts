// Values to be written: strings, and the objects and arrays around them.

import { FormatError } from '../format-error.ts'
import { shown } from '../text-file.ts'
import { encodePath, type Segment } from './path.ts'

export type NewNode = string | NewContainer

export interface NewContainer {
  readonly type: 'object' | 'array'
  readonly items: Map<Segment, NewNode>
}

export function newNode(path: readonly Segment[], depth: number, value: string): NewNode {
  if (depth === path.length) return value
  const container: NewContainer = { type: typeof path[depth] === 'number' ? 'array' : 'object', items: new Map() }
  addInto(container, path, depth, value)
  return container
}

export function addInto(node: NewNode, path: readonly Segment[], depth: number, value: string): void {
  const key = path[depth]
  const fits = typeof node !== 'string' && key !== undefined && (node.type === 'array') === (typeof key === 'number')
  const next = fits ? node.items.get(key) : undefined
  if (!fits || (next !== undefined && depth === path.length - 1)) {
    throw new FormatError(`cannot add "${shown(encodePath(path))}": the path is already in use`)
  }
  if (next !== undefined) addInto(next, path, depth + 1, value)
  else {
    if (typeof key === 'number') for (const i of missingIndexes(node.items.size, key)) node.items.set(i, '')
    node.items.set(key, newNode(path, depth + 1, value))
  }
}

// Arrays have no gaps: missing items before the new one become empty strings.
export function missingIndexes(from: number, index: number): number[] {
  if (index - from > 1000) throw new FormatError(`the array has ${from} items, too few to add number ${index}`)
  return Array.from({ length: Math.max(0, index - from) + 1 }, (_, i) => Math.min(from, index) + i)
}
