import { type CatalogueKey, catalogue } from './catalogue.ts'

/**
 * A parameter of a message, in the shapes the wire knows (`errorformat=raw` shows them as they are): wikitext, a number
 * that is shown as it is, text that must not be read as wikitext, a number that is formatted for the language, a list,
 * a message.
 */
export type MessageParam =
  | string
  | number
  | { readonly plaintext: string }
  | { readonly num: number }
  | {
      readonly list: readonly MessageParam[] | Readonly<Record<number, MessageParam>>
      readonly type: 'comma' | 'text'
    }
  | { readonly message: { readonly key: CatalogueKey; readonly params: readonly MessageParam[] } }

/** An error or a warning before it is put into words. */
export interface ApiMessage {
  readonly code: string
  readonly key: string
  readonly params: readonly MessageParam[]
  readonly data?: Readonly<Record<string, unknown>>
}

interface Extra {
  /** Where MediaWiki answers with another code than the catalogue's for this text. */
  readonly code?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export const plaintext = (value: string): MessageParam => ({ plaintext: value })
export const num = (value: number): MessageParam => ({ num: value })
export const messageParam = (key: CatalogueKey, params: readonly MessageParam[] = []): MessageParam => ({
  message: { key, params },
})
export const commaList = (items: readonly string[]): MessageParam => ({ list: items.map(plaintext), type: 'comma' })
/** `"a", "b" and "c"`, with the words of the reader's language. */
export const textList = (items: readonly string[]): MessageParam => ({
  list: items.map(item => `<var>${item}</var>`),
  type: 'text',
})

export function apiMessage(key: CatalogueKey, params: readonly MessageParam[] = [], extra: Extra = {}): ApiMessage {
  return { code: extra.code ?? catalogue[key].code, key, params, ...(extra.data && { data: extra.data }) }
}

/** Stops the request. Every error a client can meet is thrown as one of these; anything else is a bug in Parlance. */
export class ApiError extends Error {
  readonly messages: readonly ApiMessage[]
  readonly headers: Readonly<Record<string, string>>
  /** Where the error is one of HTTP too. */
  readonly status: number | null
  /** The module it happened in, filled in on the way up. */
  module?: string

  constructor(
    messages: readonly ApiMessage[],
    headers: Readonly<Record<string, string>> = {},
    status: number | null = null,
  ) {
    super(messages.map(message => message.code).join(', '))
    this.messages = messages
    this.headers = headers
    this.status = status
  }
}

export function fail(key: CatalogueKey, params: readonly MessageParam[] = [], extra: Extra = {}): never {
  throw new ApiError([apiMessage(key, params, extra)])
}
