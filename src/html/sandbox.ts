// Where a request can be filled in and tried: whoever shows one leads there with it.

/** A request of the Action API, by what stands behind the question mark. */
export const sandboxOfAction = (query: string): string => `/sandbox?${query}`

interface RestRequest {
  /** As the OpenAPI document calls it. */
  readonly operation: string
  readonly path: Readonly<Record<string, string>>
  readonly query: Iterable<readonly [string, string]>
}

/** A request of the REST API. */
export function sandboxOfRest({ operation, path, query }: RestRequest): string {
  return `/sandbox?${new URLSearchParams([
    ['operation', operation],
    ...Object.entries(path).map(([name, value]): [string, string] => [`path.${name}`, value]),
    ...[...query].map(([name, value]): [string, string] => [`query.${name}`, value]),
  ])}`
}
