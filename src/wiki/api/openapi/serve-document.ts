import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Wiki } from '../../wiki.ts'
import type { ModuleTree } from '../module-tree.ts'
import { actionOpenApi } from './action-document.ts'

const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** `/w/openapi.json`. Like the module listing, it is public and reveals nothing about the content. */
export function serveActionDocument(app: FastifyInstance, wiki: Wiki, tree: () => ModuleTree): void {
  let document: Buffer | undefined
  app.get('/w/openapi.json', (_, reply) => {
    const { siteUrl } = wiki.services.config
    document ??= Buffer.from(JSON.stringify(actionOpenApi(tree(), wiki.site, siteUrl, manifest.version)))
    return reply
      .type('application/json; charset=utf-8')
      .header('Access-Control-Allow-Origin', '*')
      .header('Cache-Control', 'private, no-cache')
      .header('X-Content-Type-Options', 'nosniff')
      .send(document)
  })
}
