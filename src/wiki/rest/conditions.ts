import type { Resource } from './endpoint.ts'

type Header = (name: string) => string | undefined

interface Tag {
  readonly isWeak: boolean
  /** `*`, or the value with its quotes. */
  readonly value: string
}

const tagsOf = (header: string): Tag[] =>
  [...header.matchAll(/(W\/)?("[^"]*")|\*/g)].map(([all, weak, value]) => ({
    isWeak: weak !== undefined,
    value: value ?? all,
  }))

const secondsOf = (date: string | undefined): number | null => {
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? null : Math.floor(time / 1000)
}

/** The status that conditional headers lead to (304 or 412); null if the request goes on. */
export function conditionalStatus(isReading: boolean, header: Header, resource: Resource): 304 | 412 | null {
  const { etag, lastModified, exists } = resource
  const match = header('if-match')
  const unmodifiedSince = secondsOf(header('if-unmodified-since'))
  if (match !== undefined) {
    if (!tagsOf(match).some(({ value }) => (value === '*' ? exists : value === etag))) return 412
  } else if (unmodifiedSince !== null && (lastModified === null || lastModified > unmodifiedSince)) return 412
  const noneMatch = header('if-none-match')
  if (noneMatch !== undefined) {
    const isListed = tagsOf(noneMatch).some(({ value }) => (value === '*' ? exists : value === etag))
    if (isListed) return isReading ? 304 : 412
    return null
  }
  const modifiedSince = isReading ? secondsOf(header('if-modified-since')) : null
  return modifiedSince !== null && lastModified !== null && lastModified <= modifiedSince ? 304 : null
}

export const isConditional = (header: Header): boolean =>
  ['if-match', 'if-none-match', 'if-unmodified-since'].some(name => header(name) !== undefined)

export const validators = ({ etag, lastModified }: Resource): Record<string, string> => ({
  ...(lastModified !== null && { 'last-modified': new Date(lastModified * 1000).toUTCString() }),
  ...(etag !== null && { etag }),
})
