import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#core/config.ts'
import { UsageError } from '../usage-error.ts'
import { isInvalidValue } from './kinds.ts'
import { flagName, variableName } from './names.ts'
import { type Setting, settings } from './settings.ts'

const CONFIG_FILE = 'parlance.json'

/** Where a value comes from, for display. */
type Origin = string

export interface Resolved {
  readonly config: Config
  readonly origins: Readonly<Record<keyof Config, Origin>>
  /** The original text of each value. */
  readonly texts: Readonly<Record<keyof Config, string>>
}

export interface Sources {
  /** Values of command-line flags by setting name; undefined if the flag is missing. */
  readonly flags: Partial<Record<keyof Config, string | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** `--config FILE`. Without it, parlance.json in the data folder is read if it exists. */
  readonly file?: string | undefined
}

type Source = { readonly text: string; readonly origin: Origin }

/** Priority: flags, environment, file, defaults. */
export function resolveConfig({ flags, env, file }: Sources): Resolved {
  const outside = (key: keyof Config): Source | undefined => {
    const flag = flags[key]
    if (flag !== undefined) return { text: flag, origin: `flag ${flagName(key)}` }
    const { alias = '' } = settings[key] as Setting<unknown>
    const own = variableName(key)
    const name = env[own] === undefined && env[alias] !== undefined ? alias : own
    const value = env[name]
    return value === undefined ? undefined : { text: value, origin: `environment ${name}` }
  }
  const data = outside('data')?.text ?? (settings.data.default as string)
  const inFile = readConfigFile(file, data)

  const config: Record<string, unknown> = {}
  const origins: Record<string, Origin> = {}
  const texts: Record<string, string> = {}
  for (const key of Object.keys(settings) as (keyof Config)[]) {
    const setting = settings[key] as Setting<unknown>
    const fallback = setting.default
    const standard = typeof fallback === 'string' ? fallback : fallback(config as Partial<Config>)
    const { text, origin } = outside(key) ?? inFile.get(key) ?? { text: standard, origin: 'default' }
    config[key] = readSetting(key, setting, text, origin)
    origins[key] = origin
    texts[key] = text
  }
  return { config, origins, texts } as unknown as Resolved
}

function readSetting<T>(key: keyof Config, setting: Setting<T>, text: string, origin: Origin): T {
  try {
    return setting.read(text)
  } catch (error) {
    if (!isInvalidValue(error)) throw error
    const shown = setting.secret ? '' : ` "${text}"`
    throw new UsageError(`Invalid value${shown} for ${variableName(key)} (${origin}): expected ${error.message}.`)
  }
}

function readConfigFile(named: string | undefined, data: string): Map<keyof Config, Source> {
  const file = named ?? path.join(data, CONFIG_FILE)
  let source: string
  try {
    source = readFileSync(file, 'utf8')
  } catch (error) {
    const missing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    if (named === undefined && missing) return new Map()
    throw new UsageError(`Cannot read the configuration file ${file}: ${(error as Error).message}.`)
  }
  const values = new Map<keyof Config, Source>()
  for (const [key, value] of Object.entries(parseObject(source, file))) {
    if (!Object.hasOwn(settings, key)) {
      const available = Object.keys(settings).join(', ')
      throw new UsageError(
        `The configuration file ${file} has an unknown setting "${key}". Available settings: ${available}.`,
      )
    }
    values.set(key as keyof Config, { text: textOf(value), origin: `file ${file}` })
  }
  return values
}

/** The value in the form that a flag or variable would have. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function parseObject(source: string, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(source)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Both cases get the same error below.
  }
  throw new UsageError(`The configuration file ${file} must be a JSON object.`)
}
