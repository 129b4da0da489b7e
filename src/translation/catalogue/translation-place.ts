import type { Selectable } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import type { ComponentParts } from './components.ts'
import type { LanguageRow } from './languages.ts'
import type { Loading } from './loading.ts'
import type { TranslationRow } from './rows.ts'
import type { Work } from './work.ts'

type ComponentRow = Selectable<Database['component']>

/** The component of a translation, with what its project and languages contribute. */
export interface TranslationPlace
  extends Pick<
    ComponentRow,
    | 'path'
    | 'file_format'
    | 'is_glossary'
    | 'edit_template'
    | 'restricted'
    | 'enforced_checks'
    | 'source_language_id'
    | 'contribute_project_tm'
  > {
  readonly component: string
  readonly component_flags: string
  /** Whether translations are copied to other components. */
  readonly propagates: number
  readonly project: string
  readonly slug: string
  readonly project_flags: string
  readonly source_code: string
  readonly plural_number: number
  readonly plural_formula: string
  readonly code: string
}

const keyOf = ({ id }: { readonly id: number }): string => `place ${id}`

/** Read once per unit of work. */
export const translationPlace = (work: Loading, translation: TranslationRow): Promise<TranslationPlace> =>
  work.once(keyOf(translation), () =>
    work.tx
      .selectFrom('component')
      .innerJoin('project', 'project.id', 'component.project_id')
      .innerJoin('translation_language as source', 'source.id', 'component.source_language_id')
      .innerJoin('translation_language as language', join => join.on('language.id', '=', translation.language_id))
      .select(['component.name as component', 'component.path', 'component.file_format', 'component.is_glossary'])
      .select(['component.check_flags as component_flags', 'component.edit_template', 'component.restricted'])
      .select(['component.enforced_checks', 'component.contribute_project_tm'])
      .select(['component.allow_translation_propagation as propagates'])
      .select(['component.source_language_id', 'project.name as project', 'project.slug'])
      .select(['project.check_flags as project_flags', 'source.code as source_code', 'language.code'])
      .select(['source.plural_number', 'source.plural_formula'])
      .where('component.id', '=', translation.component_id)
      .executeTakeFirstOrThrow(),
  )

/** Hands over rows that the caller has read in the transaction of this work. */
export function knowPlace(work: Work, { translation, component, project, sourceLanguage, language }: KnownRows): void {
  const place: TranslationPlace = {
    ...component,
    component: component.name,
    component_flags: component.check_flags,
    propagates: component.allow_translation_propagation,
    project: project.name,
    slug: project.slug,
    project_flags: project.check_flags,
    source_code: sourceLanguage.code,
    plural_number: sourceLanguage.plural_number,
    plural_formula: sourceLanguage.plural_formula,
    code: language.code,
  }
  work.know(keyOf(translation), place)
}

interface KnownRows extends ComponentParts {
  readonly translation: TranslationRow
  readonly language: LanguageRow
}
