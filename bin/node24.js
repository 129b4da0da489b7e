// Finds the Node that runs Parlance. An old Node may execute this file, so it uses only syntax that Node 12 understands.
// better-sqlite3 crashes below Node 22.14, and argon2 needs Node 24.7.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const MINIMUM = [24, 7]

/** Path of a Node binary that is new enough, or null. On Linux and Windows an npm package provides one. */
export function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return process.execPath
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
    `parlance: this is Node ${process.versions.node}; Parlance needs Node ${MINIMUM.join('.')} or newer. ` +
      'Install it, or run "npm ci" on Linux or Windows, which includes it.\n',
  )
  return process.exit(3)
}
