// The site's ssh key and the known hosts.

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

/** A server with the host key it first presented. */
export interface KnownHost {
  /** `example.org`, or `[example.org]:2222` with a non-default port. */
  readonly host: string
  readonly type: string
  readonly fingerprint: string
}

/** Creates the site's key if needed. When several processes do so at once, one wins. */
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
      throw new RepositoryError(
        'no git',
        'ssh is not installed on this server. Install the ssh and ssh-keygen commands.',
      )
    })
    const taken = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return 'taken' as const
    }
    if ((await link(fresh, key).catch(taken)) !== 'taken') await rename(`${fresh}.pub`, `${key}.pub`)
    else if (!(await isThere())) {
      // Another process stopped before writing the public key; derive it from the private key.
      const { stdout } = await promisify(execFile)('ssh-keygen', ['-y', '-f', key])
      await writeFile(`${key}.pub`, stdout)
    }
  } finally {
    await rm(fresh, { force: true })
    await rm(`${fresh}.pub`, { force: true })
  }
  return key
}

/** The public key to register with servers. */
export const publicKey = async (data: string): Promise<string> =>
  (await readFile(`${await ensureKey(data)}.pub`, 'utf8')).trim()

/** git's options to sign a commit with the site's key. */
export async function signing(
  data: string,
  how: 'off' | 'ssh' | undefined,
): Promise<{ args: string[]; settings: [string, string][] }> {
  if (how !== 'ssh') return { args: [], settings: [] }
  const settings: [string, string][] = [
    ['gpg.format', 'ssh'],
    ['user.signingKey', await ensureKey(data)],
  ]
  return { args: ['-S'], settings }
}

/** The key's fingerprint, as printed by `ssh-keygen -l`. */
export const fingerprintOf = (base64: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64').replace(/=+$/, '')}`

const hostLines = async (data: string): Promise<string[]> =>
  (await readFile(hostsFile(data), 'utf8').catch(() => '')).split('\n').filter(line => /^\S+ \S+ \S+/.test(line))

/** Known hosts with their keys. */
export async function knownHosts(data: string): Promise<KnownHost[]> {
  const rows = (await hostLines(data)).map(line => {
    const [host = '', type = '', key = ''] = line.split(' ')
    return { host, type, fingerprint: fingerprintOf(key) }
  })
  return rows.sort((a, b) => a.host.localeCompare(b.host) || a.type.localeCompare(b.type))
}

/** Removes a known host, so that its next key is accepted. False when the host is unknown. */
export async function forgetHost(data: string, host: string): Promise<boolean> {
  const lines = await hostLines(data)
  const rest = lines.filter(line => line.split(' ')[0] !== host)
  if (rest.length === lines.length) return false
  const fresh = `${hostsFile(data)}-${randomUUID()}`
  await writeFile(fresh, rest.map(line => `${line}\n`).join(''), { mode: 0o600 })
  await rename(fresh, hostsFile(data))
  return true
}

/** The name in the known hosts file, which includes a non-default port. */
export const hostName = ({ host, port }: Pick<RepositoryAddress, 'host' | 'port'>): string =>
  port === '22' ? host : `[${host}]:${port}`

/** The ssh command for git: only the site's key, only the checked address, trust on first use. */
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
