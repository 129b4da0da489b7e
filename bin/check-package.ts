// Installs what `npm pack` makes into an empty folder and starts it there, first as npm installs it, then on a Node of the
// machine's own, without the one that comes as a package.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, globSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/free-port.ts'

const root = path.join(import.meta.dirname, '..')
const MOST_BYTES = 150e6
const START_SECONDS = 60

/** In bytes; `node` is the package that carries a Node, which `installed` does not count. */
interface Sizes {
  tarball: number
  installed: number
  node: number
}

/** Packs, installs and starts the program, or throws. */
export async function checkPackage(report: (line: string) => void): Promise<Sizes> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-package-'))
  try {
    const npm = (cwd: string, ...args: string[]) =>
      execFileSync('npm', [...args, '--silent', '--no-audit', '--no-fund'], { cwd, encoding: 'utf8' }).trim()
    const tarball = path.join(folder, npm(root, 'pack', '--pack-destination', folder).split('\n').at(-1)!)
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    npm(folder, 'install', tarball)
    const modules = path.join(folder, 'node_modules')
    refuseStrays(path.join(modules, 'parlance'))
    await start(folder, 'node')
    report(`starts on Node ${execFileSync('node', ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()}`)

    const sizes: Sizes = { tarball: lstatSync(tarball).size, installed: sizeOf(modules), node: 0 }
    // This process runs on Node 24, perhaps on the very one that is removed.
    const ownNode = path.join(folder, 'node')
    cpSync(process.execPath, ownNode)
    for (const carrier of globSync('node-{linux,win}-*', { cwd: modules })) {
      sizes.node += sizeOf(path.join(modules, carrier))
      rmSync(path.join(modules, carrier), { recursive: true })
    }
    sizes.installed -= sizes.node
    if (sizes.installed > MOST_BYTES) throw new Error(`The installed package has ${megabytes(sizes.installed)}.`)
    await start(folder, ownNode)
    report(`starts on Node ${process.versions.node} without the Node package`)
    report(`${megabytes(sizes.tarball)} packed, ${megabytes(sizes.installed)} installed without Node`)
    return sizes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, file) => sum + lstatSync(path.join(folder, file)).size,
    0,
  )

/** Sources and tests stay in the repository. */
function refuseStrays(home: string): void {
  const strays = readdirSync(home).filter(name => ['src', 'test', 'web', 'clients', '.ci'].includes(name))
  if (strays.length > 0) throw new Error(`The package contains ${strays.join(', ')}.`)
}

async function start(folder: string, node: string): Promise<void> {
  const data = mkdtempSync(path.join(folder, 'data-'))
  const port = await freePort()
  const program = path.join(folder, 'node_modules', 'parlance', 'bin', 'parlance.js')
  const args = [program, 'serve', '--sample', '--data', data, '--port', String(port), '--workers', '1']
  const server = spawn(node, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  server.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const ended = new Promise(resolve => server.once('exit', resolve))
  try {
    await untilHealthy(`http://127.0.0.1:${port}`, () => server.exitCode)
  } catch (cause) {
    throw new Error(`The installed program does not start: ${errors || (cause as Error).message}`, { cause })
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

async function untilHealthy(address: string, exitCode: () => number | null): Promise<void> {
  for (let i = 0; i < START_SECONDS * 4 && exitCode() === null; i++) {
    const answer = await fetch(`${address}/healthz`).catch(() => null)
    if (answer?.ok) return
    await sleep(250)
  }
  throw new Error(`no answer from ${address}/healthz`)
}
