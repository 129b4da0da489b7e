import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import { sendPage, visit } from '../send-page.ts'

/** Shows the verifier, for applications without an address of their own. They register this page as theirs. */
export async function verifiedPage(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const seen = await visit(services, request, reply)
  const { t } = seen.reader
  const verifier = searchParams(request).get('oauth_verifier') ?? ''
  const isVerifier = /^[A-Za-z0-9]{1,64}$/.test(verifier)
  const title = t(isVerifier ? 'oauth.verified_title' : 'oauth.failed_title')
  const content = html`<div class="narrow door"><h1>${title}</h1>
    ${
      isVerifier
        ? html`<p>${t('oauth.verified_note')}</p><p><code dir="ltr">${verifier}</code></p>`
        : html`<p class="note wrong" role="alert">${t('oauth.failed_request')}</p>`
    }</div>`
  reply.header('Referrer-Policy', 'no-referrer')
  return sendPage(seen, { title, content, status: isVerifier ? 200 : 400, needs: ['account'] })
}
