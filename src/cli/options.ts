import type { Command } from 'commander'
import type { Config } from '#accounts/config.ts'
import { type Resolved, resolveConfig } from './config/resolve.ts'
import { settings } from './config/settings.ts'

/** Options that say which site a command works on. */
export interface SiteOptions {
  readonly data?: string
  readonly database?: string
  readonly config?: string
}

/** Adds `--data`, `--database` and `--config`, which every command that opens the database shares. */
export function siteOptions(command: Command): Command {
  return command
    .option('--data <folder>', `${settings.data.about} (${settings.data.env}, default ${settings.data.default})`)
    .option('--database <url>', `${settings.database.about} (${settings.database.env})`)
    .option('--config <file>', 'configuration file (default: parlance.json in the data folder)')
}

/** Resolves the configuration from a command's options; those that are settings count as flags. */
export function resolveOptions(options: SiteOptions & Partial<Record<keyof Config, string>>): Resolved {
  const { config: file, ...rest } = options
  const flags = Object.fromEntries(Object.entries(rest).filter(([key]) => Object.hasOwn(settings, key)))
  return resolveConfig({ flags, env: process.env, file })
}

export const configFrom = (options: SiteOptions): Config => resolveOptions(options).config
