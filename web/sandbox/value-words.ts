/** Splits the HTML description of a parameter into its own text and the texts of its values. */
export function wordsOf(description: string): { readonly first: string; readonly values: ReadonlyMap<string, string> } {
  const values = new Map<string, string>()
  for (const [, name, words] of description.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/gs)) {
    const text = plain(words!)
    if (text !== '') values.set(plain(name!), text)
  }
  return { first: description.replace(/<dl>.*$/s, '').trim(), values }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#039': "'", nbsp: ' ' }

/** Converts HTML to plain text. */
export const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|#039|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim()
