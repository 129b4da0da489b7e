// Finds the Node that runs Parlance. Plain JavaScript that any Node since 12 can read, because it may be an old one
// that starts us: better-sqlite3 crashes outright below Node 22.14, and argon2 arrived in Node 24.7.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const FLOOR = [24, 7]

/** Path of a Node binary that is new enough, or null. The npm packages carry one for Linux and Windows. */
export function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1])) return process.execPath
  const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
    const binary = path.join(path.dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(binary) ? binary : null
  } catch {
    return null
  }
}

export function nodeOrExit() {
  const node = findNode()
  if (node) return node
  process.stderr.write(
    `parlance: this is Node ${process.versions.node}; Parlance needs Node ${FLOOR.join('.')} or newer. ` +
      'Install it, or run "npm ci" on Linux or Windows, which brings one along.\n',
  )
  return process.exit(3)
}
