import type { RestAnswer } from './peer.ts'

type Tree = Record<string, unknown>

/** Renderings differ in every tag, so only their presence is compared. Texts are compared in English. */
export function normaliseRest({ status, headers, body }: RestAnswer): unknown {
  return { status, allow: headers.allow ?? null, etag: etagOf(headers.etag), body: withoutTexts(body) }
}

/** Renderings have ETags with an ID of their own. */
const etagOf = (etag: string | undefined): string | null =>
  etag === undefined ? null : etag.replace(/\/[^/"]+\/view\//, '/…/view/')

function withoutTexts(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { messageTranslations: texts, html, ...rest } = body as Tree
  return {
    ...rest,
    ...(texts !== undefined && { messageTranslations: { en: (texts as Tree).en } }),
    ...(html !== undefined && { html: typeof html }),
  }
}

/** A response without texts of MediaWiki's interface, renderings, and the state of its server. */
export function keptAnswer(answer: RestAnswer): RestAnswer {
  const { html, exception, message, ...body } = withoutTexts(answer.body) as Tree
  return {
    ...answer,
    body: Array.isArray(answer.body) ? answer.body : { ...body, ...(html !== undefined && { html: '' }) },
  }
}
