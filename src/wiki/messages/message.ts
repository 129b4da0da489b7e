import { type CatalogueKey, catalogue } from './catalogue.ts'

/**
 * A message parameter in the forms of the wire format (`errorformat=raw` shows them as they are): wikitext, a plain
 * number, text that must not be parsed as wikitext, a number formatted for the language, a list, a message.
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

/** An unrendered error or warning. */
export interface ApiMessage {
  readonly code: string
  readonly key: string
  readonly params: readonly MessageParam[]
  readonly data?: Readonly<Record<string, unknown>>
}

interface Extra {
  /** Overrides the catalogue's code, where MediaWiki uses another one for this text. */
  readonly code?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export const plaintext = (value: string): MessageParam => ({ plaintext: value })
export const num = (value: number): MessageParam => ({ num: value })
export const messageParam = (key: CatalogueKey, params: readonly MessageParam[] = []): MessageParam => ({
  message: { key, params },
})
export const commaList = (items: readonly string[]): MessageParam => ({ list: items.map(plaintext), type: 'comma' })
/** `"a", "b" and "c"`, with the conjunction of the reader's language. */
export const textList = (items: readonly string[]): MessageParam => ({
  list: items.map(item => `<var>${item}</var>`),
  type: 'text',
})

export function apiMessage(key: CatalogueKey, params: readonly MessageParam[] = [], extra: Extra = {}): ApiMessage {
  return { code: extra.code ?? catalogue[key].code, key, params, ...(extra.data && { data: extra.data }) }
}

/** Aborts the request. Every error a client can see is thrown as one of these; anything else is a bug in Parlance. */
export class ApiError extends Error {
  readonly messages: readonly ApiMessage[]
  readonly headers: Readonly<Record<string, string>>
  /** HTTP status, if it is also an HTTP error. */
  readonly status: number | null
  /** The module in which it occurred, set while it propagates. */
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
