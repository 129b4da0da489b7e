import type { ServerResponse } from 'node:http'

/** Aborts when the client closes the connection before the response is sent. */
export function goneSignal({ raw }: { readonly raw: ServerResponse }): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  else raw.once('close', () => raw.writableFinished || controller.abort())
  return controller.signal
}
