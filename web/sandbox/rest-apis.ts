// The REST APIs that the sandbox has forms for. Each is described by an OpenAPI document.

export interface RestApi {
  /** Names the chosen operation in the URL's fragment. */
  readonly entry: 'operation' | 'endpoint'
  /** The operation at the start. */
  readonly start: string
  /** Address of the document. */
  readonly document: string
  /** Address that validates requests without executing them; null if there is none. */
  readonly check: string | null
  /** A field of request bodies that needs the edit token of the session, if it is empty. */
  readonly token: string | null
  /** Kinds of generated code. */
  readonly clients: readonly string[]
}

export const PLATFORM_API: RestApi = {
  entry: 'operation',
  start: 'get_projects',
  document: '/api/schema/?format=json',
  check: '/sandbox/check/rest',
  token: null,
  clients: ['curl', 'client', 'requests', 'wlc'],
}

/** MediaWiki's REST API. */
export const WIKI_REST_API: RestApi = {
  entry: 'endpoint',
  start: 'get_search_page',
  document: '/w/rest-openapi.json',
  check: null,
  token: 'token',
  clients: ['curl', 'requests'],
}

/** The API that the entries of the URL are for; null for the Action API. */
export const restApiOf = (entries: readonly (readonly [name: string, value: string])[]): RestApi | null =>
  [PLATFORM_API, WIKI_REST_API].find(({ entry }) => entries.some(([name]) => name === entry)) ?? null
