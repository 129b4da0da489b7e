import { sortProperties } from '../../formats/properties/sort.ts'
import type { AddonFiles, FileChanges } from './addon-files.ts'

/** Sorts Java properties files by key. */
export const sortedProperties: AddonFiles = {
  name: 'weblate.properties.sort',
  label: 'Format the Java properties file',
  refuses: ({ component }) =>
    component.file_format === 'properties' ? null : 'This add-on needs a component with Java properties files.',
  write: async ({ translations, read }) => {
    const changes: FileChanges = new Map()
    for (const { translation } of translations) {
      if (translation.is_source === 1) continue
      const content = await read(translation.filename)
      if (content !== null) changes.set(translation.filename, sortProperties(content))
    }
    return changes
  },
}
