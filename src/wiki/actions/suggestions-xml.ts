import type { Row } from '../api/result/shape.ts'

interface Suggestion {
  readonly title: string
  readonly url: string
}

const escapeXml = (text: string): string =>
  text
    // XML cannot represent these characters at all.
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>]/g, char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char]!)

const textElement = (name: string, text: string): string => `<${name} xml:space="preserve">${escapeXml(text)}</${name}>`

/** OpenSearch response in XML. `result` contributes the warnings of the request. */
export function suggestionsXml(search: string, suggestions: readonly Suggestion[], result: Row): string {
  const items = suggestions.map(
    ({ title, url }) => `<Item>${textElement('Text', title)}${textElement('Url', url)}</Item>`,
  )
  const section = items.length > 0 ? `<Section>${items.join('')}</Section>` : '<Section />'
  const body = `${warnings(result)}${textElement('Query', search)}${section}`
  return `<?xml version="1.0"?><SearchSuggestion version="2.0" xmlns="http://opensearch.org/searchsuggest2">${body}</SearchSuggestion>`
}

function warnings({ warnings: given }: Row): string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return ''
  const perModule = Object.entries(given as Record<string, { warnings?: unknown }>)
  const elements = perModule.map(([module, { warnings: text }]) => textElement(module, String(text ?? '')))
  return elements.length > 0 ? `<warnings>${elements.join('')}</warnings>` : ''
}
