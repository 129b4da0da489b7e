import type { AddonFiles } from './addon-files.ts'
import { cleaned, resx, withoutBlanks } from './cleaned.ts'
import { compiled } from './compiled.ts'
import { generated } from './generated.ts'
import { configure, linguas } from './linguas.ts'
import { msgmerge } from './msgmerge.ts'
import { sortedProperties } from './sorted.ts'

/** Add-ons that write files, in the order they run: those that depend on others last. */
const ALL: readonly AddonFiles[] = [
  msgmerge,
  resx,
  cleaned,
  withoutBlanks,
  sortedProperties,
  linguas,
  configure,
  compiled,
  generated,
]

export const addonFiles = ALL
