// Our sources without their types. Node can take the types away by itself, but what it needs for that takes 15 MB in
// every process and 0.1 s to load. So another process does it (strip-sources.js), once for each version of a file.
import { spawnSync } from 'node:child_process'
import { openSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { codeCache } from './code-cache.js'

export const sourceFolder = path.join(import.meta.dirname, '..', 'src')
export const plainFile = path.join(codeCache, `sources-${process.version}`)
/** The file begins with the length of the list that comes next; the list says where in the rest each source is. */
export const HEAD_BYTES = 12

let plain
let renewed = false

/** The text of a file, named by its path in `src`, or null where Node must read it by itself. */
export function plainSource(name) {
  plain ??= openPlain()
  const version = versionOf(name)
  const place = current(name, version) ?? renew(name, version)
  return place && readPlain(plain, place)
}

function current(name, version) {
  const place = plain.places.get(name)
  return place?.version === version ? place : null
}

/** The sources have changed, or this is the first start. Tried once in a process, for it may be of no use. */
function renew(name, version) {
  if (renewed || version === null) return null
  renewed = true
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'strip-sources.js')], { stdio: 'ignore' })
  plain = openPlain()
  return current(name, version)
}

/** Two versions of a file differ in this, however they came about. */
export function versionOf(name) {
  const found = statSync(path.join(sourceFolder, name), { throwIfNoEntry: false })
  return found === undefined ? null : `${found.size} ${found.mtimeMs}`
}

export function openPlain() {
  try {
    const file = openSync(plainFile)
    const listBytes = Number(read(file, 0, HEAD_BYTES))
    const places = new Map(JSON.parse(read(file, HEAD_BYTES, listBytes)))
    return { file, places, base: HEAD_BYTES + listBytes }
  } catch {
    return { places: new Map() }
  }
}

export const readPlain = ({ file, base }, { start, length }) => read(file, base + start, length)

function read(file, start, length) {
  const bytes = Buffer.allocUnsafe(length)
  const found = readSync(file, bytes, 0, length, start)
  if (found !== length) throw new Error(`${plainFile} is cut off`)
  return bytes.toString()
}
