import { citeWording } from '../../cite-wording.ts'

/** Interface texts for a wiki that was imported without messages. */
const words: Readonly<Record<string, string>> = {
  toc: 'Contents',
  editsection: 'edit',
  editsectionhint: 'Edit section: $1',
  redirectto: 'Redirect to:',
  'red-link-title': '$1 (page does not exist)',
  'thumbnail-more': 'Enlarge',
  thumbnail_error: 'Error creating thumbnail: $1',
  thumbnail_invalid_params: 'invalid thumbnail size',
  'invalid-indicator-name': 'A page indicator must have a name.',
  'invalid-langconvert-attrs': '“from” and “to” must be convertible variants of the same language.',
  'langconvert-without-tables':
    'This wiki has no conversion tables for this language. Add them with <kbd>parlance wiki import-conversion-tables</kbd>.',
  'converter-manual-rule-error': 'Error detected in manual language conversion rule',
  'language-converter-depth-warning': 'Language converter depth limit exceeded ($1)',
  'invalid-json-data': 'Invalid JSON data.',
  'unsupported-content-model': 'Pages with the content model $1 cannot be displayed on this wiki.',
  'scribunto-limitreport-memusage': 'Lua memory usage',
  'scribunto-limitreport-timeusage': 'Lua time usage',
  ...citeWording,
}

/** Falls back to the message key. */
export const ownWords = (key: string): string => words[key] ?? `⧼${key}⧽`
