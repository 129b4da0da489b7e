import { help, optional, shape } from '#fields/field.ts'
import { anything, list as listOf, nested, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import { leaveRepository } from '../../catalogue/component-files.ts'
import { parseLanguageAliases, plannedLanguage } from '../../catalogue/languages.ts'
import { removeTranslation } from '../../catalogue/removal.ts'
import type { TranslationRow } from '../../catalogue/rows.ts'
import { addTranslation } from '../../catalogue/translations.ts'
import type { Call } from '../call.ts'
import { forbidden } from '../errors.ts'
import { Translation, translationObject, translationParts } from '../objects/translation.ts'
import { create, list, read, remove, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { findComponent, findTranslation, needComponent, needTranslation } from './find.ts'
import { copyTranslations, sourcesOf } from './translation-copy.ts'

/** Serializes translations. */
export const translationObjects = async (
  call: Call<unknown, unknown>,
  rows: readonly TranslationRow[],
): Promise<unknown[]> => {
  const viewer = await call.viewer()
  return (await translationParts(call, rows)).map(parts => translationObject(parts, viewer))
}

const NewTranslation = shape('NewTranslation', 'The new translation.', { data: nested(Translation) })

export const translations = resource({
  path: '/translations/',
  name: 'Translations',
  description: 'Translations of all visible projects.',
  operations: {
    GET: list({
      summary: 'List translations',
      answer: Translation,
      handle: async call => {
        const permissions = await call.permissions()
        const query = call.db
          .selectFrom('translation')
          .innerJoin('project', 'project.id', 'translation.project_id')
          .innerJoin('component', 'component.id', 'translation.component_id')
          .selectAll('translation')
          .where(eb => permissions.visibleProjects(eb))
          .where(eb => permissions.visibleComponents(eb))
          .orderBy('translation.id')
        return rowsOf(query, rows => translationObjects(call, rows))
      },
    }),
  },
})

export const componentTranslations = resource({
  path: '/components/:project/:component/translations/',
  name: 'Component translations',
  description: 'Translations of a component.',
  operations: {
    GET: list({
      summary: 'List translations of a component',
      answer: Translation,
      handle: async call => {
        const { component } = await findComponent(call)
        const query = call.db
          .selectFrom('translation')
          .selectAll()
          .where('component_id', '=', component.id)
          .orderBy('id')
        return rowsOf(query, rows => translationObjects(call, rows))
      },
    }),
    POST: create({
      summary: 'Add a translation',
      body: {
        language_code: text({ max: 50 }),
        from_component: help(
          optional(listOf(anything(), { max: 20 }), []),
          'URLs, IDs or paths of components. The same strings get their translations, those of the first component first.',
        ),
      },
      answer: NewTranslation,
      allow: call => needComponent(call, 'translation.add', 'Can not create translation'),
      handle: async call => {
        const parts = await findComponent(call)
        const { component, project } = parts
        const sources = await sourcesOf(call, parts, call.body.from_component ?? [])
        // The setting is for translators. Managers of the component can change it.
        if (component.new_lang !== 'add' && !(await call.permissions()).inPlace(parts, 'component.edit'))
          throw forbidden('Adding new translations is turned off in this component.')
        const aliases = parseLanguageAliases(project.language_aliases)
        try {
          const row = await call.work(async piece => {
            const language = await plannedLanguage(piece.tx, call.body.language_code, aliases)
            // Only files can bring in new languages; a code in a request may be a typo.
            if (language === null || !('id' in language))
              throw invalidField(
                'language_code',
                'invalid',
                `No language code ${JSON.stringify(call.body.language_code)} found!`,
              )
            const added = await addTranslation(piece, component, language)
            await copyTranslations(call, piece, { ...parts, translation: added, language }, sources)
            return added
          })
          const counted = call.tx.selectFrom('translation').selectAll().where('id', '=', row.id)
          const [data] = await translationObjects(call, [await counted.executeTakeFirstOrThrow()])
          return { data }
        } catch (error) {
          throw isDuplicate(error)
            ? invalidField('language_code', 'unique', 'The component already has a translation into this language.')
            : error
        }
      },
    }),
  },
})

export const translation = resource({
  path: '/translations/:project/:component/:language/',
  name: 'Translation',
  description: 'A translation of a component into one language.',
  operations: {
    GET: read({
      summary: 'Get a translation',
      answer: Translation,
      handle: async call => (await translationObjects(call, [(await findTranslation(call)).translation]))[0],
    }),
    DELETE: remove({
      summary: 'Delete a translation',
      allow: async call => needTranslation(call, await findTranslation(call), 'translation.delete'),
      handle: async call => {
        const place = await findTranslation(call)
        if (place.translation.is_source === 1) throw forbidden('The source language cannot be removed.')
        await call.work(async piece => {
          await removeTranslation(piece, place.translation)
          await leaveRepository(piece, place.component, place.translation, place.language)
        })
      },
    }),
  },
})
