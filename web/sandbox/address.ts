// Deep links: what the form says stands behind the `#` of the address, so that it never leaves the browser by itself.

/** The part behind `#` for these entries, readable where that does no harm. */
export const hashOf = (entries: Iterable<readonly [string, string]>): string =>
  [...entries].map(([name, value]) => `${encodeURIComponent(name)}=${readable(encodeURIComponent(value))}`).join('&')

const readable = (text: string): string =>
  text
    .replaceAll('%20', '+')
    .replaceAll('%7C', '|')
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
    .replaceAll('%2C', ',')

/** What an address asks for: what stands behind `#`, else behind `?`. */
export function entriesOf({ hash, search }: { readonly hash: string; readonly search: string }): [string, string][] {
  const text = hash.length > 1 ? hash.slice(1) : search.slice(1)
  return [...new URLSearchParams(text)]
}
