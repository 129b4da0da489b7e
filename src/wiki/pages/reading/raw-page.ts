import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentFormat } from '../../content/content-format.ts'
import type { PageRow } from '../../content/pages.ts'
import { NS } from '../../site/namespaces.ts'
import type { Wiki } from '../../wiki.ts'
import { pageText } from './page-text.ts'

/** Models a browser could run: their source is sent as plain text unless their type is requested. */
const ACTIVE = new Set(['javascript', 'css'])

const SCRIPT = 'text/javascript'
/** Allowed values of `ctype`; others are ignored. */
const ASKED: ReadonlySet<string> = new Set([SCRIPT, 'text/css', 'text/x-wiki', 'application/json'])

/** `action=raw`: sends the source of a page. */
export async function sendRaw(
  wiki: Wiki,
  page: PageRow,
  revision: number | undefined,
  ctype: string | null,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { model, text } = await pageText(wiki, page, revision)
  const usual = ACTIVE.has(model) ? 'text/plain' : contentFormat(model)
  const type = ctype !== null && ASKED.has(ctype) ? ctype : usual
  const common = {
    'Content-Security-Policy': "default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Cookie, Sec-Fetch-Dest, Sec-Fetch-Site',
  }
  if (type === SCRIPT && !(isScript(page, model) && !isOwnScript(headers)))
    return reply
      .code(403)
      .headers({ ...common, 'Content-Type': 'text/plain; charset=UTF-8' })
      .send('Other sites may load only JavaScript pages of users and of the MediaWiki namespace as scripts.\n')
  return reply.headers({ ...common, 'Content-Type': `${type}; charset=UTF-8` }).send(text)
}

/** Pages that only their owner or interface administrators can edit. */
const isScript = ({ ns, title }: PageRow, model: string): boolean =>
  model === 'javascript' && (ns === NS.mediawiki || (ns === NS.user && title.includes('/')))

/**
 * Pages of this server never run scripts written in the wiki. The content security policy allows scripts of this
 * server, so injected markup could load them from here: such requests must be rejected.
 */
const isOwnScript = (headers: FastifyRequest['headers']): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && /^(script|.*worker|.*worklet)$/.test(String(headers['sec-fetch-dest']))
