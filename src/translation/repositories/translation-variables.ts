import type { Services } from '#core/services.ts'
import type { ExportedTranslation } from '../catalogue/export-file.ts'
import { Addresses } from '../values/addresses.ts'
import type { Variables } from './commit-message.ts'
import type { Author } from './copy.ts'
import { placeVariables } from './session.ts'

const percent = (part: number, total: number): string =>
  (total === 0 ? 0 : Math.floor((1000 * part) / total) / 10).toFixed(1)

/** Template variables about a translation; without `author`, that one is left out. */
export function translationVariables(services: Services, place: ExportedTranslation, author?: Author): Variables {
  const { component, project, translation, language } = place
  const addresses = new Addresses(services.config.siteUrl)
  return {
    ...placeVariables(services, place),
    language_code: language.code,
    language_name: language.name,
    url: addresses.web('projects', project.slug, ...component.path.split('/'), language.code),
    filename: translation.filename,
    ...(author !== undefined && { author: `${author.name} <${author.email}>` }),
    'stats.all': String(translation.total),
    'stats.translated': String(translation.translated),
    'stats.translated_percent': percent(translation.translated, translation.total),
    'stats.fuzzy': String(translation.fuzzy),
    'stats.fuzzy_percent': percent(translation.fuzzy, translation.total),
  }
}
