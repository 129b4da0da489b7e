import { askOutside, OutboundError } from '../outbound/request.ts'
import { type Ask, MachineryError } from './service.ts'

const MOST_BYTES = 1024 * 1024

export interface AskOptions {
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
}

/** Sends a request to a third-party service and parses the response. */
export const asking =
  (options: AskOptions): Ask =>
  async (address, headers, body) => {
    const { status, text } = await askOutside(address, {
      ...options,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      mostBytes: MOST_BYTES,
    }).catch((error: unknown) => {
      throw error instanceof OutboundError ? new MachineryError(error.message) : error
    })
    if (status >= 300 && status < 400) throw new MachineryError('The server redirects to another address.')
    if (status !== 200) throw new MachineryError(`The server responded with status ${status}.`)
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw new MachineryError('The response is not valid JSON.')
    }
  }
