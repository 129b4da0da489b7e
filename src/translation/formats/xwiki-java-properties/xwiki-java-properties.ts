// Properties of XWiki. Apostrophes are doubled in values with arguments such as {0}. Missing translations are comments.

import type { FileFormat } from '../format.ts'
import { type PropertiesDialect, parseProperties } from '../properties/properties.ts'

const ARGUMENT = /\{\d+\}/

export const xwikiDialect: Omit<PropertiesDialect, 'format'> = {
  read: value => (ARGUMENT.test(value) ? value.replaceAll("''", "'") : value),
  write: value => (ARGUMENT.test(value) ? value.replaceAll("'", "''") : value),
  missing: '### Missing: ',
}

export const xwikiJavaProperties: FileFormat = {
  id: 'xwiki-java-properties',
  name: 'XWiki Java Properties',
  extensions: ['properties'],
  recognises: ({ seen }) => seen(hasMissing),
  monolingual: true,
  states: [],
  flags: [],
  parse: (bytes, options = {}) => parseProperties(bytes, options, { format: 'xwiki-java-properties', ...xwikiDialect }),
  create: () => Buffer.of(),
}

const hasMissing = (bytes: Uint8Array): boolean =>
  /^### Missing: /m.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
