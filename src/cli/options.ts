import type { Command } from 'commander'
import type { Config } from '#core/config.ts'
import { flagName, variableName } from './config/names.ts'
import { type Resolved, resolveConfig } from './config/resolve.ts'
import { settings } from './config/settings.ts'
import { unknownVariables } from './config/unknown-variables.ts'

/** Options that select the site of a command. */
export interface SiteOptions {
  readonly data?: string
  readonly database?: string
  readonly config?: string
}

/** Adds a setting as a flag. */
export function settingOption(command: Command, key: keyof Config): Command {
  const { about, default: fallback, repeats, bare } = settings[key]
  const note = typeof fallback === 'string' && fallback !== '' ? `, default ${fallback}` : ''
  const flag = `${flagName(key)} ${bare === undefined ? '<value>' : '[value]'}`
  const description = `${about} (${variableName(key)}${note})`
  if (!repeats) return command.option(flag, description)
  return command.option(flag, description, (value: string, before?: string) => (before ? `${before} ${value}` : value))
}

/** Adds `--data`, `--database` and `--config`, shared by all commands that open the database. */
export function siteOptions(command: Command): Command {
  settingOption(settingOption(command, 'data'), 'database')
  return command.option('--config <file>', 'configuration file (default: parlance.json in the data folder)')
}

/** Resolves the configuration from a command's options. Options that are settings count as flags. */
export function resolveOptions(options: SiteOptions & Partial<Record<keyof Config, string>>): Resolved {
  const { config: file, ...rest } = options
  const flags = Object.fromEntries(
    Object.entries(rest)
      .filter(([key]) => Object.hasOwn(settings, key))
      .map(([key, value]) => [key, (value as unknown) === true ? settings[key as keyof Config].bare : value]),
  )
  for (const warning of unknownVariables(process.env)) process.stderr.write(`parlance: ${warning}\n`)
  return resolveConfig({ flags, env: process.env, file })
}

export const configFrom = (options: SiteOptions): Config => resolveOptions(options).config
