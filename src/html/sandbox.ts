// Links that open a request in the sandbox.

/** An Action API request, from its query string. */
export const sandboxOfAction = (query: string): string => `/sandbox?${query}`

interface RestRequest {
  /** Operation ID in the OpenAPI document. */
  readonly operation: string
  readonly path: Readonly<Record<string, string>>
  readonly query: Iterable<readonly [string, string]>
}

/** A REST API request. */
export function sandboxOfRest({ operation, path, query }: RestRequest): string {
  return `/sandbox?${new URLSearchParams([
    ['operation', operation],
    ...Object.entries(path).map(([name, value]): [string, string] => [`path.${name}`, value]),
    ...[...query].map(([name, value]): [string, string] => [`query.${name}`, value]),
  ])}`
}
