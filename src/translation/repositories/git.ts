// The git command, run so that nothing in a repository, on the machine or in an address has a say in what it does.

import { execFile } from 'node:child_process'
import { NO_ROOM, RepositoryError } from './repository-error.ts'

const MOST_OUTPUT = 64 * 1024 * 1024
const USUAL_PATIENCE_MS = 60_000

/** What every run has set, whatever stands in a file: no hooks, no other programs, no detours. */
const ALWAYS: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.symlinks', 'false'],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['protocol.ext.allow', 'never'],
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '30'],
]

export interface GitRun {
  readonly folder: string
  /** Protocols that it may use; none when absent. */
  readonly protocols?: readonly string[]
  readonly settings?: readonly (readonly [string, string])[]
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: Uint8Array | string
  readonly patience?: number
  readonly signal?: AbortSignal | undefined
  /** What must not be in any message. */
  readonly secrets?: readonly string[]
  /** Whom it speaks to, for messages. */
  readonly server?: string
}

/** All that git may know of the machine that it runs on. */
export function environmentOf(run: GitRun): Record<string, string> {
  const settings = [...ALWAYS, ...(run.settings ?? [])]
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: run.folder,
    LC_ALL: 'C',
    GIT_DIR: run.folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    SSH_ASKPASS: '/bin/false',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_ALLOW_PROTOCOL: (run.protocols ?? []).join(':'),
    ...Object.fromEntries(
      settings.flatMap(([key, value], i) => [
        [`GIT_CONFIG_KEY_${i}`, key],
        [`GIT_CONFIG_VALUE_${i}`, value],
      ]),
    ),
    GIT_CONFIG_COUNT: String(settings.length),
    ...run.environment,
  }
}

/** Runs git and answers what it prints; a failure is told in plain words. */
export async function git(args: readonly string[], run: GitRun): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const child = execFile(
    'git',
    args,
    {
      cwd: '/',
      env: environmentOf(run),
      encoding: 'buffer',
      maxBuffer: MOST_OUTPUT,
      timeout: run.patience ?? USUAL_PATIENCE_MS,
      killSignal: 'SIGKILL',
      ...(run.signal && { signal: run.signal }),
    },
    (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      reject(troubleOf(error as Error & { code?: unknown; killed?: boolean }, stderr.toString('utf8'), run))
    },
  )
  child.stdin?.on('error', () => {})
  child.stdin?.end(run.input ?? '')
  return promise
}

/** What git prints, as one line of text. */
export const gitLine = async (args: readonly string[], run: GitRun): Promise<string> =>
  (await git(args, run)).toString('utf8').trim()

/** Signs by which git's messages can be told apart, and what they mean for people. */
const MEANINGS: readonly (readonly [RegExp, RepositoryError['kind'], string])[] = [
  [/does not support push options/i, 'no wishes', 'The server does not open merge requests.'],
  [/couldn't find remote ref|Remote branch .* not found/i, 'no branch', 'The repository does not have the branch.'],
  [
    /could not read (Username|Password)|Authentication failed|HTTP 40[13]|error: 40[13]|Permission denied/i,
    'denied',
    'The repository does not let this server in; please look at the name and the password or key.',
  ],
  [
    /returned error: 404|not found|does not (appear to be|exist)|no such|access denied or repository not exported/i,
    'away',
    'There is no repository at this address, or it does not let this server in.',
  ],
  [
    /\[rejected\]|\[remote rejected\]|non-fast-forward|fetch first|stale info/i,
    'moved',
    'The repository did not take the changes.',
  ],
  [/returned error: 3\d\d|redirect/i, 'refused', 'The server leads to another address; please give that one.'],
  [
    /Could not resolve|Failed to connect|Connection (refused|timed out|reset|closed)|unable to (connect|access)|timed out|early EOF|hung up|Operation too slow|unable to look up|Network is unreachable/i,
    'away',
    'The server of the repository cannot be reached.',
  ],
  [/transport '.*' not allowed/i, 'refused', 'This site does not allow the protocol of the address.'],
  [/No space left on device|Disk quota exceeded/i, 'limit', NO_ROOM],
]

function troubleOf(
  error: Error & { code?: unknown; killed?: boolean },
  said: string,
  { secrets = [], server = '' }: GitRun,
): RepositoryError {
  if (error.code === 'ENOENT') return new RepositoryError('no git', NO_GIT)
  if (error.name === 'AbortError' || error.code === 'ABORT_ERR')
    return new RepositoryError('failed', 'The work with the repository was stopped.')
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return new RepositoryError('limit', 'The repository has more files than this server takes.')
  if (error.killed) return new RepositoryError('limit', 'The work with the repository took too long.')
  if (/Host key verification failed/i.test(said)) return new RepositoryError('denied', changedKey(server, said))
  const clean = (text: string) =>
    secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '***')), text).slice(0, 300)
  const declined = whyDeclined(said)
  if (declined !== null)
    return new RepositoryError('denied', `The repository does not take changes from here: ${clean(declined)}`)
  for (const [sign, kind, meaning] of MEANINGS) if (sign.test(said)) return new RepositoryError(kind, meaning)
  const line = said.split('\n').findLast(each => /^(fatal|error):/.test(each)) ?? said.trim().split('\n').at(-1) ?? ''
  return new RepositoryError('failed', `git could not do it: ${clean(line) || 'it gave no reason.'}`)
}

/** A server that takes no push, such as one that protects the branch, says why in words of its own. */
function whyDeclined(said: string): string | null {
  const [, reason] =
    /^ ! \[remote rejected\].*\((.*(?:declined|denied|prohibited|protected|not allowed).*)\)\s*$/m.exec(said) ?? []
  if (reason === undefined) return null
  const words = [...said.matchAll(/^remote: ?(.*)$/gm)].map(([, line]) => line!.trim()).filter(line => line !== '')
  return words.length > 0 ? words.join(' ') : reason
}

/** A server that is not the one that it was, or that somebody stands in for. */
function changedKey(server: string, said: string): string {
  const [fingerprint] = /SHA256:[\w+/]+/.exec(said) ?? []
  const shown = fingerprint === undefined ? 'another key' : `the key ${fingerprint}`
  return `The server "${server}" shows ${shown}, and not the one that is known here. If it has a new key, an administrator has to forget the old one first.`
}

export const NO_GIT = 'This server has no git, so components cannot have repositories; please install the git command.'

let found: Promise<boolean> | undefined

/** Whether there is a git command; looked for once. */
export function hasGit(): Promise<boolean> {
  found ??= git(['version'], { folder: '/' }).then(
    () => true,
    () => false,
  )
  return found
}
