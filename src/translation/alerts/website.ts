import type { Services } from '#core/services.ts'
import { askOutside, OutboundError } from '../outbound/request.ts'

const MOST_BYTES = 64 * 1024

/**
 * The error of a website; null when it responds. `unknown` for a server that this site may not contact and for temporary
 * errors, which say nothing about the address.
 */
export async function websiteProblem(
  { config }: Services,
  address: string,
  signal: AbortSignal,
): Promise<string | null | 'unknown'> {
  const allowPrivate = config.webNetwork === 'any'
  try {
    const { status } = await askOutside(address, {
      method: 'GET',
      allowPrivate,
      signal,
      mostBytes: MOST_BYTES,
      cut: true,
    })
    if (status === 404 || status === 410) return `The server responded with status ${status}.`
    return status >= 500 || status === 0 ? 'unknown' : null
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return error.message.includes('private network') ? 'unknown' : error.message
  }
}
