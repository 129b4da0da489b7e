import type { ApiMessage } from '../../messages/message.ts'
import { renderMessage, type Wording } from '../../messages/render.ts'
import type { Members, ResultOf } from './kinds.ts'
import { content, list, type Row } from './shape.ts'

/** A message in the format of `errorformat`. */
export const messageMembers = {
  code: 'string',
  'text?': 'string',
  'html?': 'string',
  'key?': 'string',
  'params?': ['any'],
  'data?': { '*': 'any' },
} as const satisfies Members

type ShownMessage = ResultOf<typeof messageMembers>

const ERROR_FORMATS = ['bc', 'plaintext', 'wikitext', 'html', 'raw', 'none'] as const
export type ErrorFormat = (typeof ERROR_FORMATS)[number]

export const isErrorFormat = (name: string): name is ErrorFormat => (ERROR_FORMATS as readonly string[]).includes(name)

/** A warning or error with its module: `main`, `edit`, `query+allpages`. */
export interface Located {
  readonly module: string
  readonly message: ApiMessage
}

/** Formats errors and warnings as requested by `errorformat`. */
export class MessageFormatter {
  readonly format: ErrorFormat
  readonly language: string
  /** Every message of the answer that is told as HTML; its links still have to be looked up. */
  readonly htmlEntries: Row[] = []
  readonly #wording: Wording
  readonly #scriptUrl: string

  /** `bc`, the format used before 2017, is always in English. */
  constructor(format: ErrorFormat, wording: Wording, scriptUrl: string) {
    this.format = format
    this.language = wording.language
    this.#wording = wording
    this.#scriptUrl = scriptUrl
  }

  errors(located: readonly Located[]): Row {
    if (this.format === 'bc') return { error: this.#oldError(located[0]!.message) }
    const errors = list(
      'error',
      located.map(one => this.#entry(one)),
    )
    return content({ errors, docref: this.#docref() }, 'docref')
  }

  warnings(located: readonly Located[]): Row {
    if (located.length === 0) return {}
    if (this.format === 'bc') return { warnings: this.#oldWarnings(located) }
    return {
      warnings: list(
        'warning',
        located.map(one => this.#entry(one)),
      ),
    }
  }

  /** Why a title is invalid: an entry like an error; in the `bc` format plain text with markup. */
  reason(message: ApiMessage): Row | string {
    return this.format === 'bc' ? renderMessage(message, this.#wording, 'wikitext') : this.entry(message)
  }

  /** An outcome that is not a request error: an entry; in the `bc` format plain text. */
  outcome(message: ApiMessage): Row | string {
    return this.format === 'bc' ? renderMessage(message, this.#wording, 'plaintext') : this.entry(message)
  }

  /** An error about part of the request; in the `bc` format its key and parameters. */
  partial(message: ApiMessage, type: 'error' | 'warning' = 'error'): Row {
    if (this.format !== 'bc') return this.entry(message)
    return { message: message.key, params: list('param', [...message.params]), code: message.code, type }
  }

  /** Errors about parts of a request that otherwise succeeded. */
  partials(messages: readonly ApiMessage[]): Row[] {
    return list(
      'error',
      messages.map(message => this.partial(message)),
    )
  }

  /** Error about one of several items, merged into its other fields. */
  single(message: ApiMessage): Row {
    if (this.format !== 'bc') return this.entry(message)
    const { code, data, ...words } = message
    return { ...data, code, info: renderMessage(words, this.#wording, 'plaintext') }
  }

  #oldError({ code, data, ...message }: ApiMessage): Row {
    const info = renderMessage(message, this.#wording, 'plaintext')
    // `code` and `info` come first and must not be overwritten by data.
    const own = { code, info }
    return content({ ...own, ...data, ...own, docref: this.#docref() }, 'docref')
  }

  /** One text per module, with one message per line. */
  #oldWarnings(located: readonly Located[]): Row {
    const texts = new Map<string, Set<string>>()
    for (const { module, message } of located) {
      const name = module.slice(module.lastIndexOf('+') + 1)
      const lines = texts.get(name) ?? new Set()
      texts.set(name, lines.add(renderMessage(message, this.#wording, 'plaintext')))
    }
    // MediaWiki adds each module's warnings before the existing ones.
    return Object.fromEntries(
      [...texts].reverse().map(([name, lines]) => [name, content({ warnings: [...lines].join('\n') }, 'warnings')]),
    )
  }

  /** A message as part of a result, such as why a user may not edit a page. */
  entry(message: ApiMessage): ShownMessage {
    return this.#shown(message, message.data ? { data: message.data } : {})
  }

  #entry({ module, message }: Located): Row {
    return this.#shown(message, { ...(message.data && { data: message.data }), module })
  }

  #shown(message: ApiMessage, rest: Pick<ShownMessage, 'data'> & { module?: string }): ShownMessage {
    const { code, key, params } = message
    if (this.format === 'none') return { code, ...rest }
    if (this.format === 'raw') return { code, key, params: list('param', [...params]), ...rest }
    const markup = this.format === 'bc' ? 'plaintext' : this.format
    const text = renderMessage(message, this.#wording, markup)
    if (markup !== 'html') return content({ code, text, ...rest }, 'text')
    const entry = content({ code, html: text, ...rest }, 'html')
    this.htmlEntries.push(entry)
    return entry
  }

  #docref(): string {
    const usage = renderMessage({ key: 'api-usage-docref', params: [this.#scriptUrl] }, this.#wording, 'wikitext')
    return `${usage} ${renderMessage({ key: 'api-usage-mailinglist-ref', params: [] }, this.#wording, 'wikitext')}`
  }
}
