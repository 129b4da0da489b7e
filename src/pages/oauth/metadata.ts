import type { FastifyInstance } from 'fastify'
import { SCOPES } from '#accounts/scopes.ts'
import type { Services } from '#core/services.ts'
import { GRANT_TYPES } from './token-endpoint.ts'

const ROOT = '/w/rest.php/oauth2'
const DOCUMENTATION = '/docs/api/'

/** What clients find out on their own: RFC 8414 and RFC 9728. */
export function metadataRoutes(app: FastifyInstance, { config: { siteUrl } }: Services): void {
  const serve = (url: string, body: object) =>
    app.get(url, { exposeHeadRoute: false }, (_request, reply) =>
      reply
        .headers({ 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' })
        .send(Buffer.from(JSON.stringify(body))),
    )
  serve('/.well-known/oauth-authorization-server', {
    issuer: siteUrl,
    authorization_endpoint: `${siteUrl}${ROOT}/authorize`,
    token_endpoint: `${siteUrl}${ROOT}/access_token`,
    revocation_endpoint: `${siteUrl}${ROOT}/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${siteUrl}${DOCUMENTATION}`,
  })
  for (const [url, resource] of [
    ['/.well-known/oauth-protected-resource', ''],
    ['/.well-known/oauth-protected-resource/mcp', '/mcp'],
  ] as const)
    serve(url, {
      resource: `${siteUrl}${resource}`,
      authorization_servers: [siteUrl],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
    })
}
