/** Kinds of servers that an address may ask for, as in libpq. */
export const SESSION_ATTRS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type SessionAttrs = (typeof SESSION_ATTRS)[number]

export interface PostgresAddress {
  /** One URL per host, in the order in which they are tried. */
  readonly urls: readonly string[]
  readonly attrs: SessionAttrs
}

const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/

/** Parses `postgres://user@host1:5432,host2:5432/name?target_session_attrs=read-write`; null if it is malformed. */
export function parsePostgresUrl(url: string): PostgresAddress | null {
  const [, start, hosts, rest] = SHAPE.exec(url) ?? []
  if (start === undefined) return null
  const urls = hosts!.split(',').map(host => `${start}${host}${rest}`)
  if (!urls.every(each => URL.canParse(each))) return null
  const parsed = urls.map(each => new URL(each))
  const attrs = parsed[0]!.searchParams.get('target_session_attrs') ?? 'any'
  if (!(SESSION_ATTRS as readonly string[]).includes(attrs)) return null
  if (urls.length > 1 && parsed.some(({ hostname }) => hostname === '')) return null
  return { urls: urls.map(withoutAttrs), attrs: attrs as SessionAttrs }
}

/** Leaves the rest of the query as it is: the driver decodes it differently from `URLSearchParams`. */
const withoutAttrs = (url: string): string =>
  url.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_, before: string, after: string) =>
    after === '&' ? before : '',
  )

/** Host and port of a URL, for logs and metrics. */
export function hostName(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname || 'localhost'}:${port || 5432}`
}
