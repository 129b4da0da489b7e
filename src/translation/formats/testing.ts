// Helpers of the format tests: fixtures, and a view of what changed between two versions of a file.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FileUnit, ParsedFile } from './format.ts'

export function fixture(folder: string, name: string): Buffer {
  return readFileSync(path.join(folder, 'fixtures', name))
}

export function fixtures(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(path.join(folder, 'fixtures')).map(name => ({ name, bytes: fixture(folder, name) }))
}

export function unitOf(file: ParsedFile, id: string): FileUnit {
  const match = file.units.find(unit => unit.id === id)
  if (match === undefined)
    throw new Error(`no unit ${JSON.stringify(id)} in ${file.units.map(unit => unit.id).join(', ')}`)
  return match
}

// The lines between the common start and the common end, the old ones marked "-", then the new ones marked "+". Lines that
// both sides share in between are left out.
export function changedLines(before: Uint8Array, after: Uint8Array, encoding: BufferEncoding = 'utf8'): string[] {
  const old = Buffer.from(before).toString(encoding).split('\n')
  const now = Buffer.from(after).toString(encoding).split('\n')
  const kept = commonLines(old, now)
  const left = (lines: string[], side: 0 | 1) => lines.filter((_, i) => !kept.some(pair => pair[side] === i))
  return [...left(old, 0).map(line => `-${line}`), ...left(now, 1).map(line => `+${line}`)]
}

// The longest common subsequence of two small files, as pairs of line numbers.
function commonLines(a: string[], b: string[]): [number, number][] {
  const length = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i]![j] = a[i] === b[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!)
    }
  }
  const pairs: [number, number][] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (length[i + 1]![j]! >= length[i]![j + 1]!) i++
    else j++
  }
  return pairs
}
