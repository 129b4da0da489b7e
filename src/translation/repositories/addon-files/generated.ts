import type { AddonFiles, FileChanges } from './addon-files.ts'
import { renderTemplate } from './file-template.ts'

/** Writes a file per language from a template, for example with its statistics. */
export const generated: AddonFiles = {
  name: 'weblate.generate.generate',
  label: 'Statistics generator',
  refuses: () => null,
  write: async ({ translations, settings, variables }) => {
    const changes: FileChanges = new Map()
    for (const place of translations) {
      const values = variables(place)
      changes.set(
        renderTemplate(String(settings.filename), values),
        Buffer.from(renderTemplate(String(settings.template), values)),
      )
    }
    return changes
  },
}
