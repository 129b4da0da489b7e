import type { FastifyInstance } from 'fastify'
import { whoLooks } from '#core/visitor.ts'
import type { Wiki } from '../wiki.ts'
import { IMAGES } from './addresses.ts'
import { FileError } from './file-error.ts'
import { findFile } from './find-file.ts'
import { sendFound } from './send-file.ts'
import type { Thumbnails } from './thumbnails.ts'

/** Serves uploaded files, old versions and thumbnails at the URLs the API reports. */
export function fileRoutes(app: FastifyInstance, wiki: Wiki, thumbnails: Thumbnails | null): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${IMAGES}/*`,
    handler: async (request, reply) => {
      // Caches must revalidate: a file may be replaced, hidden or deleted at the same URL.
      const isOpen = wiki.services.permissions.rightsOf('*').includes('read')
      reply.header('cache-control', isOpen ? 'no-cache' : 'private, no-cache')
      return sendFound(thumbnails, request, reply, async () => {
        const caller = await whoLooks(wiki.services, request)
        if (!caller.can('read')) throw new FileError(403, "You don't have permission to view files on this wiki.")
        const [address] = request.raw.url!.split('?', 1)
        return findFile(wiki.db, address!.slice(IMAGES.length + 1))
      })
    },
  })
}
