import { optional, readOnly, shape } from '#fields/field.ts'
import { choice, integer, list, nested, text, webAddress } from '#fields/kinds.ts'
import { type LanguageRow, languageAliases, pluralType } from '../../catalogue/languages.ts'
import { pluralSettings } from '../../declarations/parts.ts'
import type { Addresses } from '../../values/addresses.ts'

const Plural = shape('Plural', 'Plural rules of a language.', {
  id: readOnly(integer()),
  source: optional(integer({ min: 0, max: 6 }), 0),
  ...pluralSettings,
  type: readOnly(integer()),
})

export const Language = shape('Language', 'A language.', {
  id: readOnly(integer()),
  code: text({ max: 50 }),
  name: text({ max: 100 }),
  plural: nested(Plural),
  aliases: readOnly(list(text())),
  direction: optional(choice({ '': 'Unknown', ltr: 'Left to right', rtl: 'Right to left' }), ''),
  population: optional(integer({ min: 0 }), 0),
  web_url: readOnly(webAddress()),
  url: readOnly(webAddress()),
  statistics_url: readOnly(webAddress()),
})

export const languageObject = (row: LanguageRow, addresses: Addresses) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  plural: {
    id: row.id,
    source: 0,
    number: row.plural_number,
    formula: row.plural_formula,
    type: pluralType(row),
  },
  aliases: languageAliases(row.code),
  direction: row.direction,
  population: row.population,
  web_url: addresses.web('languages', row.code),
  url: addresses.api('languages', row.code),
  statistics_url: addresses.api('languages', row.code, 'statistics'),
})
