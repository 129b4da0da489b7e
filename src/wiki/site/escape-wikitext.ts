// Escapes text for use in wikitext: markup becomes character references.

const anywhere = /["&'<=>[\]{|};]/g
const lineStart = /(^|[\n\r])([!#*:;= \-\t])/g

/** URL protocols without slashes to escape. */
const bareProtocol = /\b(bitcoin|geo|magnet|mailto|matrix|news|sips?|sms|tel|urn|xmpp):/gi

const numbered = /(ISBN|RFC|PMID)([ \t\r\n\f])/g

const referenceOf = (text: string) => `&#${text.codePointAt(0)};`

const nothingToEscape = /^(?![!#*:;= \-\t])[^"&'<=>[\]{|};!#*:_\n\r]*$/

/** `magicLinks` are the words before numbers that the wiki links, such as RFC. */
export function escapeWikitext(text: string, magicLinks: readonly string[] = []): string {
  if (nothingToEscape.test(text) && !magicLinks.some(word => text.includes(word))) return text
  return text
    .replace(anywhere, referenceOf)
    .replace(/(^|[\n\r])----/g, '$1&#45;---')
    .replace(lineStart, (whole, start: string, mark: string) => (mark === '-' ? whole : start + referenceOf(mark)))
    .replaceAll('__', '_&#95;')
    .replaceAll('://', '&#58;//')
    .replace(bareProtocol, '$1&#58;')
    .replace(numbered, (whole, word: string, space: string) =>
      magicLinks.includes(word) ? word + referenceOf(space) : whole,
    )
}
