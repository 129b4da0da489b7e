// A real nginx in front of the servers, with the packaged configuration.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '#store/testing.ts'
import { freePort } from '../../free-port.ts'

const PROGRAM = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(file => existsSync(file))

export const noNginx: string | false =
  PROGRAM === undefined || !existsSync('/proc/self/task') ? 'nginx is not installed, or this is not Linux' : false

export interface Nginx {
  readonly url: string
  start(): Promise<void>
  stop(): void
  /** Takes servers out, as before an upgrade. Requests that are under way end normally. */
  takeOut(ports: readonly number[]): Promise<void>
}

export async function nginxTo(ports: readonly number[]): Promise<Nginx> {
  const folder = temporaryFolder()
  const file = path.join(folder, 'nginx.conf')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  after(() => child?.kill('SIGTERM'))
  const write = (out: readonly number[]) => writeFileSync(file, config(folder, site(port, ports, out)))
  write([])
  return {
    url,
    async start() {
      child = spawn(PROGRAM!, ['-p', folder, '-c', file], { stdio: 'ignore', detached: true })
      const answers = () =>
        fetch(url).then(
          () => true,
          () => false,
        )
      while (!(await answers())) {
        if (child.exitCode !== null) throw new Error(`nginx exited with ${child.exitCode}`)
        await sleep(50)
      }
    },
    stop: () => void child?.kill('SIGTERM'),
    async takeOut(out) {
      write(out)
      const old = workersOf(child!)
      child!.kill('SIGHUP')
      // New workers take over. The old ones finish their requests, which may still go to these servers.
      while (workersOf(child!).some(pid => old.includes(pid))) await sleep(50)
    },
  }
}

/** Process ids. */
const workersOf = ({ pid }: ChildProcess): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)

const PACKAGED = readFileSync(path.join(import.meta.dirname, '../../../packaging/cluster/nginx.conf'), 'utf8')

/** The packaged file with our ports. */
function site(port: number, ports: readonly number[], out: readonly number[]): string {
  let next = 0
  return PACKAGED.replace(/server parlance\d:8080([^;]*);/g, (_, options: string) => {
    const own = ports[next++]!
    return `server 127.0.0.1:${own}${options}${out.includes(own) ? ' down' : ''};`
  }).replace('listen 80;', `listen 127.0.0.1:${port};`)
}

const config = (folder: string, site: string): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(each => `  ${each}_temp_path ${folder}/${each};`).join('\n')}
${site}
}
`
