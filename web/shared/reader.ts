/** What the page tells its scripts about whoever reads it. */
export interface PageReader {
  /** Sent along with whatever changes something; null for strangers. */
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
