import type { Addon } from './addon.ts'
import { autotranslate } from './autotranslate.ts'
import { bulk } from './bulk.ts'
import { sameEdit, targetEdit } from './flags.ts'
import { consistentLanguages } from './languages.ts'
import { prefill } from './prefill.ts'
import { removeComments, removeSuggestions } from './removal.ts'
import { repositoryAddons } from './repository-files.ts'
import { webhook } from './webhook.ts'

/** All add-ons. To add one, create a file in this folder and list it below. */
export const addons: readonly Addon[] = [
  autotranslate,
  consistentLanguages,
  bulk,
  sameEdit,
  targetEdit,
  prefill,
  removeComments,
  removeSuggestions,
  webhook,
  ...repositoryAddons,
]

const byName = new Map(addons.map(each => [each.name, each]))
export const addonByName = (name: string): Addon | undefined => byName.get(name)
