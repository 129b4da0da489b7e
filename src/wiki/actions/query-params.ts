// Parameters of action=query and of every action on a page set. The enumerations list the existing modules.

import { boolean, integer, manyOf, oneOf, string } from '../api/params/kinds.ts'
import { moduleSettings } from '../api/params/offered.ts'
import type { QueryModule } from '../api/query/query-module.ts'
import { generatorModules, queryModulesOf } from '../query/registry.ts'

/** Module names, deprecated ones last as everywhere in the listing. */
const namesOf = (modules: readonly QueryModule[]): string[] =>
  [...modules].sort((a, b) => Number(a.deprecated ?? 0) - Number(b.deprecated ?? 0)).map(module => module.name)

const submodules = (modules: readonly QueryModule[]) => ({
  submodules: Object.fromEntries(namesOf(modules).map(name => [name, `query+${name}`])),
})

const namedModules = (group: QueryModule['group']) => {
  const modules = queryModulesOf(group)
  const deprecated = modules.filter(module => module.deprecated).map(module => module.name)
  return manyOf(namesOf(modules), {
    ...submodules(modules),
    ...moduleSettings(modules),
    ...(deprecated.length > 0 && { deprecatedvalues: deprecated }),
  })
}

/** Parameters that select pages, shared by every module that works on a page set. */
export const pageSetParams = {
  titles: string({ multi: true }),
  pageids: integer({ multi: true }),
  revids: integer({ multi: true }),
  generator: oneOf(namesOf(generatorModules), {
    ...submodules(generatorModules),
    submoduleparamprefix: 'g',
    open: true,
  }),
  redirects: boolean(),
  converttitles: boolean(),
}

export const queryParams = {
  prop: namedModules('prop'),
  list: namedModules('list'),
  meta: namedModules('meta'),
  indexpageids: boolean(),
  export: boolean(),
  exportnowrap: boolean(),
  exportschema: oneOf(['0.10', '0.11'], { default: '0.11' }),
  iwurl: boolean(),
  continue: string(),
  rawcontinue: boolean(),
  ...pageSetParams,
}
