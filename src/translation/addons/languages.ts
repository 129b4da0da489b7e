import { help, optional } from '#fields/field.ts'
import { boolean } from '#fields/kinds.ts'
import { addTranslation } from '../catalogue/translations.ts'
import { work } from '../catalogue/work.ts'
import { addon } from './addon.ts'

export const consistentLanguages = addon({
  name: 'weblate.consistency.languages',
  label: 'Add missing languages',
  description: 'Adds every language of the project to all its components.',
  settings: { confirm: help(optional(boolean(), true), 'If off, nothing is saved.') },
  events: ['component-update', 'daily'],
  wholeProject: true,
  run: (services, { component }) =>
    work(services, null, async piece => {
      const missing = await piece.tx
        .selectFrom('translation_language')
        .selectAll()
        .where('id', 'in', eb =>
          eb
            .selectFrom('translation')
            .innerJoin('component', 'component.id', 'translation.component_id')
            .select('translation.language_id')
            .where('translation.project_id', '=', component.project_id)
            .where('component.is_glossary', '=', 0),
        )
        .where('id', 'not in', eb =>
          eb.selectFrom('translation').select('translation.language_id').where('component_id', '=', component.id),
        )
        .orderBy('id')
        .execute()
      if (component.is_glossary === 1) return 0
      for (const language of missing) await addTranslation(piece, component, language)
      return missing.length
    }),
})
