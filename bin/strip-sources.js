// Takes the types out of every file of `src` and writes what is left into one file, which plain-sources.js reads.
import { closeSync, globSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { HEAD_BYTES, openPlain, plainFile, readPlain, sourceFolder, versionOf } from './plain-sources.js'

mkdirSync(path.dirname(plainFile), { recursive: true })
const unfinished = `${plainFile}.${process.pid}`
// First of all, for where it may not write it need not begin.
const out = openSync(unfinished, 'wx')
try {
  write(out, stripAll())
  closeSync(out)
  renameSync(unfinished, plainFile)
} catch (error) {
  rmSync(unfinished, { force: true })
  throw error
}

function stripAll() {
  const before = openPlain()
  const sources = new Map()
  for (const found of globSync('**/*.ts', { cwd: sourceFolder })) {
    if (found.endsWith('.test.ts')) continue
    const name = found.replaceAll(path.sep, '/')
    const version = versionOf(name)
    const kept = before.places.get(name)
    const text = kept?.version === version ? readPlain(before, kept) : strip(path.join(sourceFolder, name))
    if (text !== null) sources.set(name, { version, bytes: Buffer.from(text) })
  }
  return sources
}

/** A file that somebody is just writing may be none: Node will say what is wrong with it, if it is ever asked for. */
function strip(file) {
  try {
    return stripTypeScriptTypes(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function write(file, sources) {
  let start = 0
  const list = []
  for (const [name, { version, bytes }] of sources) {
    list.push([name, { start, length: bytes.length, version }])
    start += bytes.length
  }
  const listBytes = Buffer.from(JSON.stringify(list))
  writeSync(file, String(listBytes.length).padEnd(HEAD_BYTES))
  writeSync(file, listBytes)
  for (const { bytes } of sources.values()) writeSync(file, bytes)
}
