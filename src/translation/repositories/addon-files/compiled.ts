// Compiled gettext catalogues next to the PO files.

import { toMo } from '../../formats/export/mo.ts'
import { format } from '../../formats/index.ts'
import { readFile } from '../../formats/read-file.ts'
import { type AddonFiles, type FileChanges, needsGettext } from './addon-files.ts'
import { renderTemplate } from './file-template.ts'

const NEXT_TO_IT = '{{ filename|stripext }}.mo'

export const compiled: AddonFiles = {
  name: 'weblate.gettext.mo',
  label: 'Generate MO files',
  refuses: needsGettext,
  write: async ({ translations, settings, read, variables, parts }) => {
    const changes: FileChanges = new Map()
    const template = String(settings.path || NEXT_TO_IT)
    for (const place of translations) {
      const content = await read(place.translation.filename)
      if (content === null) continue
      const file = await readFile(format('po')!, content)
      const units = file.units.filter(unit => !unit.obsolete && !unit.duplicate)
      const context = {
        project: parts.project.name,
        sourceLanguage: parts.sourceLanguage.code,
        targetLanguage: place.language.code,
        headers: file.headers,
      }
      changes.set(renderTemplate(template, variables(place)), toMo(units, context, { fuzzy: settings.fuzzy === true }))
    }
    return changes
  },
}
