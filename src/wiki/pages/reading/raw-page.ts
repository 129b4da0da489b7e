import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentFormat } from '../../content/content-format.ts'
import type { PageRow } from '../../content/pages.ts'
import { NS } from '../../site/namespaces.ts'
import type { Wiki } from '../../wiki.ts'
import { pageText } from './page-text.ts'

/** Models that a browser could run: their source is to be read, not to be obeyed, unless somebody asks for their type. */
const ACTIVE = new Set(['javascript', 'css'])

const SCRIPT = 'text/javascript'
/** Types that a request may ask for with `ctype`; others are as good as none. */
const ASKED: ReadonlySet<string> = new Set([SCRIPT, 'text/css', 'text/x-wiki', 'application/json'])

/** `action=raw`: the source of a page and nothing else, as programs read it. */
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
      .send('Only JavaScript pages of users and of the MediaWiki namespace can be loaded as scripts by other sites.\n')
  return reply.headers({ ...common, 'Content-Type': `${type}; charset=UTF-8` }).send(text)
}

/** Pages that only their owner, or those who may change the interface, can write. */
const isScript = ({ ns, title }: PageRow, model: string): boolean =>
  model === 'javascript' && (ns === NS.mediawiki || (ns === NS.user && title.includes('/')))

/**
 * No page of this server runs what people wrote in the wiki. If markup got into one that asks for it, its policy would
 * allow that, as scripts of this server are allowed: so the answer must not be one.
 */
const isOwnScript = (headers: FastifyRequest['headers']): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && /^(script|.*worker|.*worklet)$/.test(String(headers['sec-fetch-dest']))
