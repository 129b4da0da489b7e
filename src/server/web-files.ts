import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { encodingFor } from '#html/accept-encoding.ts'
import { browserFolder } from '#html/files.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}
const ENDINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' }

/** Styles and scripts. Their names contain a content hash, so browsers can cache them forever. */
export function webFiles(app: FastifyInstance): void {
  app.get('/static/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const type = TYPES[path.extname(name)]
    if (type === undefined || !/^[\w-]+\.\w+$/.test(name)) return reply.callNotFound()
    const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''))
    const ending = encoding === null ? undefined : ENDINGS[encoding]
    const content = await readFile(path.join(browserFolder(), name + (ending ?? ''))).catch(() => null)
    if (content === null) return reply.callNotFound()
    if (ending !== undefined) reply.header('content-encoding', encoding)
    return reply
      .headers({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      .send(content)
  })
}
