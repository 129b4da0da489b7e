import { usernameOf } from '#accounts/account.ts'
import { nullable, readOnly, shape } from '#fields/field.ts'
import { boolean, dateTime, integer, nested, percentage, text, webAddress } from '#fields/kinds.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import type { ComponentParts } from '../../catalogue/components.ts'
import { componentParts } from '../../catalogue/components.ts'
import type { LanguageRow } from '../../catalogue/languages.ts'
import type { TranslationRow } from '../../catalogue/rows.ts'
import { percent } from '../../statistics/statistics.ts'
import type { Addresses } from '../../values/addresses.ts'
import type { Call } from '../call.ts'
import { oneDecimal } from '../json.ts'
import { Component, componentObject, componentSegment, type Viewer } from './component.ts'
import { Language, languageObject } from './language.ts'

const number = readOnly(integer())
const share = readOnly(percentage())
const address = readOnly(webAddress())

export const Translation = shape('Translation', 'A component in one language.', {
  language: readOnly(nested(Language)),
  component: readOnly(nested(Component)),
  language_code: readOnly(text()),
  id: number,
  filename: readOnly(text()),
  revision: readOnly(text()),
  web_url: address,
  share_url: address,
  translate_url: address,
  url: address,
  is_template: readOnly(boolean()),
  is_source: readOnly(boolean()),
  total: number,
  total_words: number,
  translated: number,
  translated_words: number,
  translated_percent: share,
  fuzzy: number,
  fuzzy_words: number,
  fuzzy_percent: share,
  failing_checks: number,
  failing_checks_words: number,
  failing_checks_percent: share,
  have_suggestion: number,
  have_comment: number,
  last_change: readOnly(nullable(dateTime())),
  last_author: readOnly(nullable(text())),
  repository_url: address,
  file_url: address,
  statistics_url: address,
  changes_list_url: address,
  units_list_url: address,
  announcements_url: address,
})

export interface TranslationParts extends ComponentParts {
  translation: TranslationRow
  language: LanguageRow
  /** Name of the last author. */
  author: string | null
}

/**
 * Loads the parts of many translation objects in a few queries. Translations whose component was deleted since being
 * read are left out.
 */
export async function translationParts(
  call: Call<unknown, unknown>,
  rows: readonly TranslationRow[],
): Promise<TranslationParts[]> {
  const { db } = call
  const ids = (pick: (row: TranslationRow) => number | null) => [-1, ...new Set(rows.flatMap(row => pick(row) ?? []))]
  const components = await componentParts(
    db,
    await db
      .selectFrom('component')
      .selectAll()
      .where(
        'id',
        'in',
        ids(row => row.component_id),
      )
      .execute(),
  )
  const languages = await db
    .selectFrom('translation_language')
    .selectAll()
    .where(
      'id',
      'in',
      ids(row => row.language_id),
    )
    .execute()
  const authors = await db
    .selectFrom('account')
    .select(['id', usernameOf.as('name'), 'real_name'])
    .where(
      'id',
      'in',
      ids(row => row.last_author_id),
    )
    .where(await call.shownNames())
    .execute()
  const component = new Map(components.map(each => [each.component.id, each]))
  const language = new Map(languages.map(each => [each.id, each]))
  const author = new Map(authors.map(each => [each.id, each.real_name || each.name]))
  return rows.flatMap(translation => {
    const parts = component.get(translation.component_id)
    const targetLanguage = language.get(translation.language_id)
    if (parts === undefined || targetLanguage === undefined) return []
    return [
      { ...parts, translation, language: targetLanguage, author: author.get(translation.last_author_id ?? -1) ?? null },
    ]
  })
}

export function translationAddress(
  { project, component, language }: Omit<TranslationParts, 'author'>,
  addresses: Addresses,
) {
  return {
    api: (...more: string[]) =>
      addresses.api('translations', project.slug, componentSegment(component.path), language.code, ...more),
    web: addresses.web('projects', project.slug, ...component.path.split('/'), language.code),
    translate: addresses.web('translate', project.slug, ...component.path.split('/'), language.code),
  }
}

export function translationObject(parts: TranslationParts, viewer: Viewer) {
  const { addresses } = viewer
  const { translation: t, language, component, project } = parts
  const at = translationAddress(parts, addresses)
  return {
    language: languageObject(language, addresses),
    component: componentObject(parts, viewer),
    language_code: t.language_code,
    id: t.id,
    filename: t.filename,
    revision: '',
    web_url: at.web,
    share_url: addresses.web('engage', project.slug, '-', language.code),
    translate_url: at.translate,
    url: at.api(),
    is_template: t.is_source === 1 && component.template !== '',
    is_source: t.is_source === 1,
    total: t.total,
    total_words: t.total_words,
    translated: t.translated,
    translated_words: t.translated_words,
    translated_percent: oneDecimal(percent(t.translated, t.total, 100)),
    fuzzy: t.fuzzy,
    fuzzy_words: t.fuzzy_words,
    fuzzy_percent: oneDecimal(percent(t.fuzzy, t.total)),
    failing_checks: t.failing,
    failing_checks_words: t.failing_words,
    failing_checks_percent: oneDecimal(percent(t.failing, t.total)),
    have_suggestion: t.suggestions,
    have_comment: t.comments,
    last_change: t.last_change === null ? null : isoMicroseconds(t.last_change),
    last_author: parts.author,
    repository_url: at.api('repository'),
    file_url: at.api('file'),
    statistics_url: at.api('statistics'),
    changes_list_url: at.api('changes'),
    units_list_url: at.api('units'),
    announcements_url: at.api('announcements'),
  }
}
