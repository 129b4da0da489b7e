// Responses and what is derived from them, independent of the DOM.

export interface Outcome {
  readonly status: number
  readonly ms: number
  readonly bytes: number
  /** Undefined if the response is not JSON. */
  readonly json: unknown
  readonly text: string
  readonly type: string
  /** Error message of the server. */
  readonly problems: readonly { readonly name: string | null; readonly text?: string; readonly html?: string }[]
}

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first list of objects in a response, for the table view. */
export function firstRows(value: unknown, depth = 0): readonly Row[] | null {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRow) ? value : null
  if (!isRow(value) || depth > 4) return null
  for (const inner of Object.values(value)) {
    const found = firstRows(inner, depth + 1)
    if (found) return found
  }
  return null
}

export const columnsOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap(row => Object.keys(row)))]

export interface Places {
  /** `/wiki/$1` */
  readonly articlePath: string
  /** `/index.php` */
  readonly script: string
}

const REVISIONS = new Set(['revid', 'parentid', 'oldid', 'old_revid', 'lastrevid', 'newrevid', 'oldrevid'])
const TITLES = new Set(['title', 'from', 'to', 'fromtitle', 'totitle', 'category'])
const USERS = new Set(['user', 'byuser', 'blockedby'])

/** Link for a value in an Action API response. */
export function wikiLink(
  { articlePath, script }: Places,
  key: string,
  value: string | number,
  around: Row,
): string | null {
  const page = (title: string) =>
    articlePath.replace('$1', encodeURI(title.replaceAll(' ', '_')).replace(/[?#]/g, encodeURIComponent))
  if (typeof value === 'number') {
    if (value <= 0) return null
    if (key === 'pageid') return around.missing === true ? null : `${script}?curid=${value}`
    return REVISIONS.has(key) ? `${script}?oldid=${value}` : null
  }
  if (value === '') return null
  if (key === 'title' || (TITLES.has(key) && 'ns' in around)) return page(value)
  if (USERS.has(key)) return page(`User:${value}`)
  return webLink(value)
}

export const webLink = (value: string): string | null => (/^https?:\/\/[^\s]+$/.test(value) ? value : null)
