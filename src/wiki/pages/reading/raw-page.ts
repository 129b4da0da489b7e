import type { FastifyReply } from 'fastify'
import { contentFormat } from '../../content/content-format.ts'
import type { PageRow } from '../../content/pages.ts'
import type { Wiki } from '../../wiki.ts'
import { pageText } from './page-text.ts'

/** Models that a browser could run: their source is to be read, not to be obeyed. */
const ACTIVE = new Set(['javascript', 'css'])

/** `action=raw`: the source of a page and nothing else, as programs read it. */
export async function sendRaw(
  wiki: Wiki,
  page: PageRow,
  revision: number | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { model, text } = await pageText(wiki, page, revision)
  const type = ACTIVE.has(model) ? 'text/plain' : contentFormat(model)
  return reply
    .headers({
      'Content-Type': `${type}; charset=UTF-8`,
      'Content-Security-Policy': "default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Cookie',
    })
    .send(text)
}
