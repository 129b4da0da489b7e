// Test helper: an ssh server on its own port that serves repositories to one key.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const SSHD = ['/usr/sbin/sshd', '/usr/bin/sshd', '/usr/local/sbin/sshd'].find(existsSync)

/** Why ssh tests are skipped; false when they run. */
export const NO_SSHD: string | false =
  SSHD === undefined ? 'sshd is not installed; it is part of openssh-server' : false

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('data', () => end(true))
    socket.once('error', () => end(false))
  })

export class SshServer {
  readonly folder: string
  #port = 0
  #child: ReturnType<typeof spawn> | null = null

  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  get port(): number {
    return this.#port
  }

  /** The address of a local repository. */
  address(repository: string): string {
    return `ssh://${userInfo().username}@127.0.0.1:${this.#port}${repository}`
  }

  /** Creates a new host key, which makes it a different server for clients. */
  makeKey(): void {
    const file = path.join(this.folder, 'host')
    for (const each of [file, `${file}.pub`]) rmSync(each, { force: true })
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
  }

  /** Grants access to a public key. */
  allow(publicKey: string): void {
    writeFileSync(path.join(this.folder, 'authorized'), `${publicKey}\n`, { mode: 0o600 })
  }

  async start(): Promise<void> {
    this.#port ||= await freePort()
    if (!existsSync(path.join(this.folder, 'host'))) this.makeKey()
    const settings = {
      Port: this.#port,
      ListenAddress: '127.0.0.1',
      HostKey: path.join(this.folder, 'host'),
      PidFile: 'none',
      AuthorizedKeysFile: path.join(this.folder, 'authorized'),
      StrictModes: 'no',
      PermitRootLogin: 'yes',
      UsePAM: 'no',
      PasswordAuthentication: 'no',
      KbdInteractiveAuthentication: 'no',
      PrintMotd: 'no',
    }
    const file = path.join(this.folder, 'sshd_config')
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([key, value]) => `${key} ${value}\n`)
        .join(''),
    )
    // Debian's sshd does not start as root without this folder.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
    const output: string[] = []
    const child = spawn(SSHD!, ['-D', '-e', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr.on('data', (part: Buffer) => output.push(part.toString()))
    this.#child = child
    for (let i = 0; i < 200; i++) {
      if (child.exitCode !== null) break
      if (await answers(this.#port)) return
      await sleep(50)
    }
    throw new Error(`sshd did not begin: ${output.join('')}`)
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (child === null || child.exitCode !== null) return
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    this.#child = null
  }
}
