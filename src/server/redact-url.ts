const secretName = /pass|token|secret|retype|auth|key|sessionid/i
const LONGEST = 2000

/** An address fit for the log: values of parameters that may be secret are replaced. */
export function redactUrl(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return url.slice(0, LONGEST)
  const query = url
    .slice(start + 1)
    .split('&')
    .map(pair => {
      const equals = pair.indexOf('=')
      return equals >= 0 && secretName.test(decoded(pair.slice(0, equals))) ? `${pair.slice(0, equals)}=***` : pair
    })
  return `${url.slice(0, start)}?${query.join('&')}`.slice(0, LONGEST)
}

function decoded(name: string): string {
  if (!name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    // What cannot be read might be anything, so it is treated as a secret.
    return 'secret'
  }
}
