// Runs the git command isolated from repository content, machine configuration and hostile addresses.

import { execFile } from 'node:child_process'
import { NO_ROOM, RepositoryError } from './repository-error.ts'

const MOST_OUTPUT = 64 * 1024 * 1024
const USUAL_PATIENCE_MS = 60_000

/** Settings for every run: no hooks, no external programs, no redirects. */
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
  /** Allowed protocols; none when absent. */
  readonly protocols?: readonly string[]
  readonly settings?: readonly (readonly [string, string])[]
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: Uint8Array | string
  readonly patience?: number
  readonly signal?: AbortSignal | undefined
  /** Secrets to mask in messages. */
  readonly secrets?: readonly string[]
  /** Server name for messages. */
  readonly server?: string
}

/** The complete environment git runs in. */
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

/** Runs git and returns its output; throws a readable error on failure. */
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
      reject(errorFrom(error as Error & { code?: unknown; killed?: boolean }, stderr.toString('utf8'), run))
    },
  )
  child.stdin?.on('error', () => {})
  child.stdin?.end(run.input ?? '')
  return promise
}

/** git's output as trimmed text. */
export const gitLine = async (args: readonly string[], run: GitRun): Promise<string> =>
  (await git(args, run)).toString('utf8').trim()

/** Patterns in git's error output and the messages for users. */
const MEANINGS: readonly (readonly [RegExp, RepositoryError['kind'], string])[] = [
  [/does not support push options/i, 'no wishes', 'The server does not open merge requests.'],
  [/couldn't find remote ref|Remote branch .* not found/i, 'no branch', 'The branch does not exist in the repository.'],
  [
    /could not read (Username|Password)|Authentication failed|HTTP 40[13]|error: 40[13]|Permission denied/i,
    'denied',
    'The repository denied access. Check the username and the password or key.',
  ],
  [
    /returned error: 404|not found|does not (appear to be|exist)|no such|access denied or repository not exported/i,
    'away',
    'There is no repository at this address, or this server has no access to it.',
  ],
  [
    /\[rejected\]|\[remote rejected\]|non-fast-forward|fetch first|stale info/i,
    'moved',
    'The repository rejected the push.',
  ],
  [/returned error: 3\d\d|redirect/i, 'refused', 'The server redirects to another address. Use that address instead.'],
  [
    /Could not resolve|Failed to connect|Connection (refused|timed out|reset|closed)|unable to (connect|access)|timed out|early EOF|hung up|Operation too slow|unable to look up|Network is unreachable/i,
    'away',
    'The repository server cannot be reached.',
  ],
  [/transport '.*' not allowed/i, 'refused', 'This site does not allow the protocol of this address.'],
  [/No space left on device|Disk quota exceeded/i, 'limit', NO_ROOM],
]

function errorFrom(
  error: Error & { code?: unknown; killed?: boolean },
  output: string,
  { secrets = [], server = '' }: GitRun,
): RepositoryError {
  if (error.code === 'ENOENT') return new RepositoryError('no git', NO_GIT)
  if (error.name === 'AbortError' || error.code === 'ABORT_ERR')
    return new RepositoryError('failed', 'The repository operation was cancelled.')
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return new RepositoryError('limit', 'The repository has more files than this server allows.')
  if (error.killed) return new RepositoryError('limit', 'The repository operation timed out.')
  if (/Host key verification failed/i.test(output)) return new RepositoryError('denied', changedKey(server, output))
  const clean = (text: string) =>
    secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '***')), text).slice(0, 300)
  const declined = whyDeclined(output)
  if (declined !== null) return new RepositoryError('denied', `The repository rejected the push: ${clean(declined)}`)
  for (const [sign, kind, meaning] of MEANINGS) if (sign.test(output)) return new RepositoryError(kind, meaning)
  const line =
    output.split('\n').findLast(each => /^(fatal|error):/.test(each)) ?? output.trim().split('\n').at(-1) ?? ''
  return new RepositoryError('failed', `git failed: ${clean(line) || 'no reason given.'}`)
}

/** The server's own reason for rejecting a push, for example a protected branch. */
function whyDeclined(output: string): string | null {
  const [, reason] =
    /^ ! \[remote rejected\].*\((.*(?:declined|denied|prohibited|protected|not allowed).*)\)\s*$/m.exec(output) ?? []
  if (reason === undefined) return null
  const words = [...output.matchAll(/^remote: ?(.*)$/gm)].map(([, line]) => line!.trim()).filter(line => line !== '')
  return words.length > 0 ? words.join(' ') : reason
}

/** The server's host key changed, or someone is impersonating it. */
function changedKey(server: string, output: string): string {
  const [fingerprint] = /SHA256:[\w+/]+/.exec(output) ?? []
  const shown = fingerprint === undefined ? 'another key' : `the key ${fingerprint}`
  return `The server "${server}" presented ${shown} instead of its known key. If its key changed, an administrator must remove the old one first.`
}

export const NO_GIT = 'Components cannot use repositories because git is not installed on this server.'

let isInstalled: Promise<boolean> | undefined

/** Whether git is installed; checked once. */
export function hasGit(): Promise<boolean> {
  isInstalled ??= git(['version'], { folder: '/' }).then(
    () => true,
    () => false,
  )
  return isInstalled
}
