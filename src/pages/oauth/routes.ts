import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/services.ts'
import { authorizeRoutes } from './authorize.ts'
import { clientRoutes } from './client-endpoint.ts'
import { grantsRoutes } from './grants-page.ts'
import { listRoutes } from './list-page.ts'
import { metadataRoutes } from './metadata.ts'
import { ownApplicationsRoutes } from './own-applications.ts'
import { resourceRoutes } from './resource-endpoint.ts'
import { tokenRoutes } from './token-endpoint.ts'

/** OAuth for applications, at the addresses of MediaWiki's extension. */
export function oauthRoutes(app: FastifyInstance, services: Services): void {
  for (const root of ['/w/rest.php', '/rest.php'])
    for (const add of [authorizeRoutes, tokenRoutes, resourceRoutes, clientRoutes]) add(app, services, root)
  metadataRoutes(app, services)
  grantsRoutes(app, services)
  ownApplicationsRoutes(app, services)
  listRoutes(app, services)
}
