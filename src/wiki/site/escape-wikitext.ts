// Escapes text for use in wikitext: markup becomes character references.

const anywhere = /["&'<=>[\]{|};]/g
const lineStart = /(^|[\n\r])([!#*:;= \-\t])/g

/** URL protocols without slashes to escape. */
const bareProtocol = /\b(bitcoin|geo|magnet|mailto|matrix|news|sips?|sms|tel|urn|xmpp):/gi

const referenceOf = (text: string) => `&#${text.codePointAt(0)};`

const nothingToEscape = /^(?![!#*:;= \-\t])[^"&'<=>[\]{|};!#*:_\n\r]*$/

export function escapeWikitext(text: string): string {
  if (nothingToEscape.test(text) && !/ISBN|RFC|PMID/.test(text)) return text
  return text
    .replace(anywhere, referenceOf)
    .replace(/(^|[\n\r])----/g, '$1&#45;---')
    .replace(lineStart, (whole, start: string, mark: string) => (mark === '-' ? whole : start + referenceOf(mark)))
    .replaceAll('__', '_&#95;')
    .replaceAll('://', '&#58;//')
    .replace(bareProtocol, '$1&#58;')
    .replace(/\b(ISBN|RFC|PMID)([ \t])/g, (_, word: string, space: string) => word + referenceOf(space))
}
