const KEY = 'parlance-just-saved'

/** An edit that was just saved, for the next page. */
export interface JustSaved {
  readonly path: string
  readonly revision: number
  /** URL to undo it; null for new pages. */
  readonly undo: string | null
}

/** Stores it for this tab. */
export function noteSaved(saved: JustSaved): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(saved))
  } catch {
    // Without storage, no notice is shown.
  }
}

/** The edit saved before this page was opened. Returned only once. */
export function takeSaved(): JustSaved | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as JustSaved | null
    sessionStorage.removeItem(KEY)
    return saved?.path === location.pathname ? saved : null
  } catch {
    return null
  }
}
