// A site's own checks, add-ons and file formats: files in the folders `checks`, `addons` and `formats` of the folder in
// PARLANCE_PLUGINS. This is an environment variable because every process and thread needs it before it builds the lists
// that the files extend.

import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** A file in the folder of plugins that cannot be used. The message names it and says what is wrong. */
export class PluginError extends Error {
  override readonly name = 'PluginError'
}

type PluginKind = 'checks' | 'addons' | 'formats'

const load = createRequire(import.meta.url)

/**
 * Loads the plugins of a kind, in the order of their file names. Each file exports a function by default, which gets
 * `tools` and returns a declaration; `accept` throws an error for one that cannot be used.
 */
export function pluginsOf<Made>(kind: PluginKind, tools: object, accept: (declared: Declared) => Made): Made[] {
  const folder = process.env.PARLANCE_PLUGINS
  if (!folder) return []
  return filesIn(path.resolve(folder), kind).map(file => {
    try {
      const { default: declare } = load(file) as { default?: unknown }
      if (typeof declare !== 'function') throw new Error('its default export is not a function')
      const declared: unknown = declare(tools)
      if (typeof declared !== 'object' || declared === null)
        throw new Error('its function does not return a declaration')
      return accept(declared as Declared)
    } catch (error) {
      throw new PluginError(`Cannot use the plugin ${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
}

function filesIn(folder: string, kind: PluginKind): string[] {
  if (!existsSync(folder)) throw new PluginError(`The folder ${folder} in PARLANCE_PLUGINS does not exist.`)
  const files = path.join(folder, kind)
  if (!existsSync(files)) return []
  return readdirSync(files)
    .filter(name => /\.[cm]?[jt]s$/.test(name) && !/\.(test|d)\.[cm]?ts$/.test(name))
    .sort()
    .map(name => path.join(files, name))
}

export type Declared = Readonly<Record<string, unknown>>

/** Throws an error unless the member is a text that `form` matches. */
export function needText(declared: Declared, member: string, form = /\S/): string {
  const value = declared[member]
  if (typeof value !== 'string' || !form.test(value)) throw new Error(`"${member}" must be a text that matches ${form}`)
  return value
}

export function needFunction(declared: Declared, member: string): void {
  if (typeof declared[member] !== 'function') throw new Error(`"${member}" must be a function`)
}

/** Throws an error if the name is already in use. */
export function needNew(name: string, taken: { has(name: string): boolean }): void {
  if (taken.has(name)) throw new Error(`the name "${name}" is already in use`)
}
