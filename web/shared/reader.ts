/** Data about the reader, embedded in the page. */
export interface PageReader {
  /** CSRF token for writes; null for visitors. */
  readonly token: string | null
  readonly name: string | null
  readonly language: string
  readonly timeZone: string
  readonly texts: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

export const reader: PageReader = JSON.parse(document.getElementById('reader')?.textContent ?? 'null') ?? {
  token: null,
  name: null,
  language: 'en',
  timeZone: 'UTC',
  texts: {},
}
