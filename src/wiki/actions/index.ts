import type { ActionModule } from '../api/module.ts'
import { query } from './query.ts'

const modules: readonly ActionModule[] = [query]

const byName = new Map(modules.map(module => [module.name, module]))

export const actions: readonly ActionModule[] = modules
export const actionNames: readonly string[] = [...byName.keys()].sort()
export const action = (name: string): ActionModule | undefined => byName.get(name)
