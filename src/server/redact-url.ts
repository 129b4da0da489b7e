const secretName = /pass|token|secret|retype|auth|key|sessionid/i
const MAX_LENGTH = 2000

/** Prepares a URL for the log: replaces the values of parameters that may be secret. */
export function redactUrl(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return url.slice(0, MAX_LENGTH)
  const query = url
    .slice(start + 1)
    .split('&')
    .map(pair => {
      const equals = pair.indexOf('=')
      return equals >= 0 && secretName.test(decoded(pair.slice(0, equals))) ? `${pair.slice(0, equals)}=***` : pair
    })
  return `${url.slice(0, start)}?${query.join('&')}`.slice(0, MAX_LENGTH)
}

function decoded(name: string): string {
  if (!name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    // An undecodable name might be anything, so treat it as secret.
    return 'secret'
  }
}
