import type { ApiMessage } from '../messages/message.ts'
import type { ActionRun } from './action-run.ts'
import type { ActionApi, Handle } from './main.ts'
import type { ModuleNode, ModuleTree } from './module-tree.ts'
import { MULTI_HIGH_LIMIT, splitMany } from './params/parse.ts'

/** A message about one argument, as the API would report it. */
export interface Remark {
  readonly name: string
  readonly code: string
  readonly html: string
  /** Whether it would fail the request; otherwise it is a warning. */
  readonly refused: boolean
}

/**
 * Validates the arguments of a request without running it and reports problems in the caller's language. Forms use it
 * while they are being filled in.
 */
export function checking(api: ActionApi, tree: () => ModuleTree): Handle {
  let cachedTree: ModuleTree | undefined
  return async (wiki, request, caller) => {
    cachedTree ??= tree()
    const params = new Map([...request.params, ['errorformat', 'html'], ['errorlang', 'uselang']])
    const run = await api.begin(wiki, { ...request, params }, caller)
    await wiki.messages.catchUp()
    const remarks = [...remarksOn(run, modulesInRequest(run, cachedTree))]
    return {
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-cache' },
      body: JSON.stringify({ remarks }),
    }
  }
}

interface NamedModule {
  readonly node: ModuleNode
  readonly prefix: string
}

/** Modules named in a request, each after its parent. On a private wiki, leaves out those that need read rights. */
function modulesInRequest(run: ActionRun, tree: ModuleTree): NamedModule[] {
  const named: NamedModule[] = [{ node: tree.main, prefix: '' }]
  const seen = new Set<string>()
  for (const { node, prefix } of named)
    for (const [name, { options }] of Object.entries(node.module.params)) {
      const raw = run.request.params.get(prefix + name)
      if (options.submodules === undefined || raw === undefined) continue
      for (const value of splitMany(raw).slice(0, MULTI_HIGH_LIMIT)) {
        const path = Object.hasOwn(options.submodules, value) ? options.submodules[value]! : null
        const key = `${options.submoduleparamprefix ?? ''} ${path}`
        if (path === null || seen.has(key)) continue
        seen.add(key)
        const below = tree.find(path)
        if (below.module.readRights !== false && !run.caller.can('read')) continue
        named.push({ node: below, prefix: (options.submoduleparamprefix ?? '') + below.module.prefix })
      }
    }
  return named
}

function* remarksOn(run: ActionRun, modules: readonly NamedModule[]): Generator<Remark> {
  const remark = (name: string, message: ApiMessage, refused: boolean): Remark => {
    const { code, html } = run.formatter.entry(message) as { code: string; html: string }
    return { name, code, html, refused }
  }
  for (const { node, prefix } of modules) {
    const { path, module } = node
    const { name, params, group } = module
    for (const problem of run.remarks({ name, path, prefix, params, ...(group !== undefined && { group }) }))
      yield remark(problem.name, problem.message, problem.refused)
  }
}
