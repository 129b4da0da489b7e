import { STATUS_CODES } from 'node:http'
import { bcp47 } from '#languages/bcp47.ts'
import type { CatalogueKey } from '../messages/catalogue.ts'
import type { MessageParam } from '../messages/message.ts'
import { renderMessage } from '../messages/render.ts'
import { wordingOf } from '../messages/wording.ts'
import type { Wiki } from '../wiki.ts'

export interface RestMessage {
  readonly key: string
  readonly params: readonly MessageParam[]
}

type ErrorData = Readonly<Record<string, unknown>>

/** An error response. `words` is a message in the languages of the wiki, or a text that has no translations. */
export class RestError extends Error {
  readonly status: number
  readonly words: RestMessage | string | null
  readonly data: ErrorData
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    words: RestMessage | string | null,
    data: ErrorData = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof words === 'object' ? (words?.key ?? 'error') : words)
    this.status = status
    this.words = words
    this.data = data
    this.headers = headers
  }
}

export function failRest(
  status: number,
  key: CatalogueKey,
  params: readonly MessageParam[] = [],
  data: ErrorData = {},
): never {
  throw new RestError(status, { key, params }, data)
}

/** The body of an error: what is known about it, its text in the language of the wiki and in English, the status. */
export async function errorBody(wiki: Wiki, { status, words, data }: RestError): Promise<Record<string, unknown>> {
  return {
    ...(typeof words === 'string' && { message: words }),
    ...data,
    ...(typeof words === 'object' && words !== null && { messageTranslations: await translations(wiki, words) }),
    httpCode: status,
    httpReason: STATUS_CODES[status] ?? '',
  }
}

async function translations(wiki: Wiki, message: RestMessage): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const language of new Set([wiki.site.language, 'en']))
    texts[bcp47(language)] = renderMessage(message, await wordingOf(wiki.messages, language), 'wikitext')
  return texts
}
