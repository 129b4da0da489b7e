/** What the description of a parameter says of itself, and of each of its values, as plain text. */
export function wordsOf(description: string): { readonly first: string; readonly values: ReadonlyMap<string, string> } {
  const values = new Map<string, string>()
  for (const [, name, words] of description.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/gs)) {
    const text = plain(words!)
    if (text !== '') values.set(plain(name!), text)
  }
  return { first: description.replace(/<dl>.*$/s, '').trim(), values }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#039': "'", nbsp: ' ' }

/** HTML as text, for places that hold nothing else. */
export const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|#039|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim()
