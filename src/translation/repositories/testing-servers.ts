// Test helper: real git servers over the git protocol and HTTP.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Serves `git http-backend` through Node; the login grants read and write access. */
export function serveOverHttp(folder: string, login: string): Server {
  return createServer((request, response) => {
    const url = new URL(request.url!, 'http://x')
    if (url.pathname.startsWith('/elsewhere')) return response.writeHead(302, { location: '/remote.git' }).end()
    if (request.headers.authorization !== `Basic ${Buffer.from(login).toString('base64')}`)
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        REMOTE_USER: 'me',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        REMOTE_ADDR: '127.0.0.1',
        ...(request.headers['content-encoding'] && { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] }),
        ...(request.headers['git-protocol'] && { GIT_PROTOCOL: String(request.headers['git-protocol']) }),
      },
    })
    request.pipe(backend.stdin)
    backend.stdin.on('error', () => {})
    const parts: Buffer[] = []
    backend.stdout.on('data', (part: Buffer) => parts.push(part))
    backend.on('close', () => {
      const all = Buffer.concat(parts)
      const end = all.indexOf('\r\n\r\n')
      const headers = Object.fromEntries(
        all
          .subarray(0, end)
          .toString()
          .split('\r\n')
          .map(line => line.split(/:\s*/, 2) as [string, string]),
      )
      const { Status: status, ...rest } = headers
      response.writeHead(Number.parseInt(status ?? '200', 10), rest).end(all.subarray(end + 4))
    })
  })
}

/** Starts listening and returns `127.0.0.1:port`. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** `git daemon` with anonymous access. */
export async function gitDaemon(folder: string, port: number): Promise<ChildProcess> {
  const options = ['--reuseaddr', '--listen=127.0.0.1', `--port=${port}`, `--base-path=${folder}`, '--export-all']
  const child = spawn('git', ['daemon', ...options, '--enable=receive-pack'], { stdio: 'ignore' })
  for (let i = 0; i < 200 && !(await answers(port)); i++) await sleep(50)
  return child
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
