import { Offline } from './api.ts'

/** An Action API error: codes for programs, HTML for people. */
export class ActionRefusal extends Error {
  readonly errors: readonly { readonly code: string; readonly html: string }[]
  constructor(errors: ActionRefusal['errors']) {
    super(errors.map(({ code }) => code).join(', '))
    this.errors = errors
  }

  has(...codes: readonly string[]): boolean {
    return this.errors.some(({ code }) => codes.includes(code))
  }
}

type Value = string | number | boolean | undefined

/** Sends Action API requests as the reader of the page. Writes go through the outbox, which records the author. */
export class ActionApi {
  readonly #address: string
  readonly #language: string

  constructor(address: string, language: string) {
    this.#address = address
    this.#language = language
  }

  /** Sends a read request, by POST because texts may be long. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape that the module gives it
  async ask<T = any>(params: Readonly<Record<string, Value>>, signal?: AbortSignal): Promise<T> {
    const told = { format: 'json', formatversion: 2, errorformat: 'html', errorlang: 'uselang' }
    const form = new URLSearchParams()
    const all: Readonly<Record<string, Value>> = { ...told, uselang: this.#language, ...params }
    for (const [name, value] of Object.entries(all))
      if (value !== undefined && value !== false) form.set(name, value === true ? '1' : String(value))
    const init: RequestInit = { method: 'POST', body: form, credentials: 'same-origin', signal: signal ?? null }
    const answer = await fetch(this.#address, init).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new Offline()
    })
    const content = await answer.json().catch(() => null)
    if (content === null) throw new Offline()
    if (content.errors) throw new ActionRefusal(content.errors)
    return content as T
  }
}
