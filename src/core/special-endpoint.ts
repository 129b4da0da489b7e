import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A special page of the wiki whose subpages are endpoints of another part. The wiki only finds its name in an address,
 * in the path or as `title`, and hands over the request. The right to read the wiki is not needed.
 */
export interface SpecialEndpoint {
  /** The canonical name, such as `OAuth`. */
  readonly name: string
  /** `subpage` is what follows the first slash; empty for the page itself. */
  serve(request: FastifyRequest, reply: FastifyReply, subpage: string): Promise<FastifyReply>
}
