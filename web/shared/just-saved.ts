const KEY = 'parlance-just-saved'

/** An edit that was saved a moment ago, for the page that is opened next. */
export interface JustSaved {
  readonly path: string
  readonly revision: number
  /** Where it can be undone; null for a page that it began. */
  readonly undo: string | null
}

/** Remembers it for this tab. */
export function noteSaved(saved: JustSaved): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(saved))
  } catch {
    // A browser that keeps nothing shows no notice.
  }
}

/** What was saved before this page was opened; it is told once. */
export function takeSaved(): JustSaved | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as JustSaved | null
    sessionStorage.removeItem(KEY)
    return saved?.path === location.pathname ? saved : null
  } catch {
    return null
  }
}
