// The key by which this site is known to servers of repositories, and which servers it knows.

import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { RepositoryAddress } from './address.ts'
import { RepositoryError } from './repository-error.ts'

const folderOf = (data: string): string => path.resolve(data, 'ssh')
const hostsFile = (data: string): string => path.join(folderOf(data), 'known_hosts')
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A server whose key was seen, and is expected from then on. */
export interface KnownHost {
  /** `example.org`, or `[example.org]:2222` where it is not the usual port. */
  readonly host: string
  readonly type: string
  readonly fingerprint: string
}

/** Makes the site's key when it has none yet. Of several processes that do so at once, one makes the key that stays. */
async function ensureKey(data: string): Promise<string> {
  const key = path.join(folderOf(data), 'id_ed25519')
  const isThere = async () =>
    (await stat(key).catch(() => null)) !== null && (await stat(`${key}.pub`).catch(() => null)) !== null
  if (await isThere()) return key
  await mkdir(folderOf(data), { recursive: true, mode: 0o700 })
  const fresh = path.join(folderOf(data), `new-${randomUUID()}`)
  try {
    const args = ['-q', '-t', 'ed25519', '-N', '', '-C', 'parlance', '-f', fresh]
    await promisify(execFile)('ssh-keygen', args).catch(() => {
      throw new RepositoryError('no git', 'This server has no ssh; please install the ssh and ssh-keygen commands.')
    })
    const taken = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return 'taken' as const
    }
    if ((await link(fresh, key).catch(taken)) !== 'taken') await rename(`${fresh}.pub`, `${key}.pub`)
    else if (!(await isThere())) {
      // Whoever made the secret half ended before the public one was in its place; it follows from the other.
      const { stdout } = await promisify(execFile)('ssh-keygen', ['-y', '-f', key])
      await writeFile(`${key}.pub`, stdout)
    }
  } finally {
    await rm(fresh, { force: true })
    await rm(`${fresh}.pub`, { force: true })
  }
  return key
}

/** What is to be given to a server so that it lets this site in. */
export const publicKey = async (data: string): Promise<string> =>
  (await readFile(`${await ensureKey(data)}.pub`, 'utf8')).trim()

/** How people compare keys: as `ssh-keygen -l` prints it. */
export const fingerprintOf = (base64: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64').replace(/=+$/, '')}`

const hostLines = async (data: string): Promise<string[]> =>
  (await readFile(hostsFile(data), 'utf8').catch(() => '')).split('\n').filter(line => /^\S+ \S+ \S+/.test(line))

/** Servers that have been connected to, with the keys that they showed first. */
export async function knownHosts(data: string): Promise<KnownHost[]> {
  const rows = (await hostLines(data)).map(line => {
    const [host = '', type = '', key = ''] = line.split(' ')
    return { host, type, fingerprint: fingerprintOf(key) }
  })
  return rows.sort((a, b) => a.host.localeCompare(b.host) || a.type.localeCompare(b.type))
}

/** Forgets the key of a server, so that the next one it shows is taken for its own. False when it is not known. */
export async function forgetHost(data: string, host: string): Promise<boolean> {
  const lines = await hostLines(data)
  const rest = lines.filter(line => line.split(' ')[0] !== host)
  if (rest.length === lines.length) return false
  const fresh = `${hostsFile(data)}-${randomUUID()}`
  await writeFile(fresh, rest.map(line => `${line}\n`).join(''), { mode: 0o600 })
  await rename(fresh, hostsFile(data))
  return true
}

/** By which name a server is known: two ports of one machine may be two servers. */
export const hostName = ({ host, port }: Pick<RepositoryAddress, 'host' | 'port'>): string =>
  port === '22' ? host : `[${host}]:${port}`

/** How git runs ssh: with the site's key alone, to the very address that was looked at; a server's first key is remembered. */
export async function sshCommand(data: string, address: RepositoryAddress, at: string): Promise<string> {
  const key = await ensureKey(data)
  const options = [
    'BatchMode=yes',
    'IdentitiesOnly=yes',
    'StrictHostKeyChecking=accept-new',
    'HashKnownHosts=no',
    'UpdateHostKeys=no',
    `UserKnownHostsFile=${hostsFile(data)}`,
    'GlobalKnownHostsFile=/dev/null',
    'ConnectTimeout=20',
    'ServerAliveInterval=15',
    'ForwardAgent=no',
    'ClearAllForwardings=yes',
    'PermitLocalCommand=no',
    `HostKeyAlias=${hostName(address)}`,
    `HostName=${at}`,
  ]
  return ['ssh', '-F', '/dev/null', '-i', quoted(key), ...options.flatMap(each => ['-o', quoted(each)])].join(' ')
}
