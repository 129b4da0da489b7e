import type { QueryModule } from '../api/query/query-module.ts'
import * as modules from './index.ts'

/** All query modules, sorted by name. */
export const queryModules: readonly QueryModule[] = Object.values(modules)

const byName = new Map(queryModules.map(module => [module.name, module]))

export const queryModule = (name: string): QueryModule | undefined => byName.get(name)

export const queryModulesOf = (group: QueryModule['group']): readonly QueryModule[] =>
  queryModules.filter(module => module.group === group)

export const generatorModules: readonly QueryModule[] = queryModules.filter(module => module.generator)
