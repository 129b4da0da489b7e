// All variables and functions, by the IDs that siteinfo uses.

import { addressFunctions } from './addresses.ts'
import type { ParserFunction, Variable } from './call.ts'
import { clockVariables } from './clock.ts'
import { conditionFunctions } from './conditions.ts'
import { languageFunctions } from './language-forms.ts'
import { pageNameFunctions, pageNameVariables } from './page-names.ts'
import { pageSettingFunctions } from './page-settings.ts'
import { protectionFunctions, protectionVariables } from './protection.ts'
import { revisionFunctions, revisionVariables } from './revision-facts.ts'
import { siteFunctions, siteVariables } from './site-facts.ts'
import { stringFunctions } from './strings.ts'
import { tagAndMessageFunctions } from './tags-and-messages.ts'
import { timeFunctions } from './time-function.ts'
import { titlePartFunctions } from './title-parts.ts'

export const variables: ReadonlyMap<string, Variable> = new Map(
  Object.entries({
    ...pageNameVariables,
    ...revisionVariables,
    ...siteVariables,
    ...protectionVariables,
    ...clockVariables,
  }),
)

export const functions: ReadonlyMap<string, ParserFunction> = new Map(
  Object.entries({
    ...pageNameFunctions,
    ...revisionFunctions,
    ...siteFunctions,
    ...protectionFunctions,
    ...stringFunctions,
    ...addressFunctions,
    ...languageFunctions,
    ...timeFunctions,
    ...conditionFunctions,
    ...titlePartFunctions,
    ...pageSettingFunctions,
    ...tagAndMessageFunctions,
  }),
)
