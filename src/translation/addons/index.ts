import type { Addon } from './addon.ts'
import { autotranslate } from './autotranslate.ts'
import { bulk } from './bulk.ts'
import { discovery } from './discovery.ts'
import { fillReadOnly } from './fill-read-only.ts'
import { sameEdit, sourceEdit, targetEdit, updatedInRepository } from './flags.ts'
import { consistentLanguages } from './languages.ts'
import { pluginAddons } from './plugins.ts'
import { prefill } from './prefill.ts'
import { pseudolocale } from './pseudolocale.ts'
import { removeComments, removeSuggestions } from './removal.ts'
import { repositoryAddons } from './repository-files.ts'
import { slack } from './slack.ts'
import { webhook } from './webhook.ts'

/** To add one, create a file in this folder and list it below. */
const ours: readonly Addon[] = [
  autotranslate,
  consistentLanguages,
  bulk,
  sourceEdit,
  sameEdit,
  targetEdit,
  updatedInRepository,
  discovery,
  prefill,
  fillReadOnly,
  pseudolocale,
  removeComments,
  removeSuggestions,
  webhook,
  slack,
  ...repositoryAddons,
]

/** All add-ons, with those of plugins. */
export const addons: readonly Addon[] = [...ours, ...pluginAddons(ours)]

const byName = new Map(addons.map(each => [each.name, each]))
export const addonByName = (name: string): Addon | undefined => byName.get(name)
