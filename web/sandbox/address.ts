// Deep links: the form's values are in the URL's fragment, which browsers do not send to servers.

/** URL fragment for these entries, with as little escaping as possible. */
export const hashOf = (entries: Iterable<readonly [string, string]>): string =>
  [...entries].map(([name, value]) => `${encodeURIComponent(name)}=${readable(encodeURIComponent(value))}`).join('&')

const readable = (text: string): string =>
  text
    .replaceAll('%20', '+')
    .replaceAll('%7C', '|')
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
    .replaceAll('%2C', ',')

/** Entries from the URL's fragment, or from its query. */
export function entriesOf({ hash, search }: { readonly hash: string; readonly search: string }): [string, string][] {
  const text = hash.length > 1 ? hash.slice(1) : search.slice(1)
  return [...new URLSearchParams(text)]
}
