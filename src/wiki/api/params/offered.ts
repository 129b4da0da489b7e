import type { Param, ParamSetting, Params } from './kinds.ts'

/** Wiki settings that decide which parameters exist. */
export type ParamSettings = Readonly<Record<ParamSetting, 'on' | 'off'>>

/** Default settings. */
export const DEFAULT_SETTINGS: ParamSettings = {
  watchlistExpiry: 'off',
  Echo: 'off',
  PageImages: 'off',
  Scribunto: 'off',
  TemplateData: 'off',
  TemplateStyles: 'off',
  TextExtracts: 'off',
  Thanks: 'off',
}

const SETTINGS = Object.keys(DEFAULT_SETTINGS) as ParamSetting[]

const cache = new WeakMap<Params, Map<string, Params>>()

const keys = new WeakMap<ParamSettings, string>()

/** Cache key for the enabled settings. */
export function settingsKey(settings: ParamSettings): string {
  let key = keys.get(settings)
  if (key === undefined) {
    key = SETTINGS.filter(name => settings[name] === 'on').join(' ')
    keys.set(settings, key)
  }
  return key
}

/** Parameters of a module under these settings, cached. */
export function offeredParams<P extends Params>(params: P, settings: ParamSettings): P {
  const key = settingsKey(settings)
  const cached = cache.get(params)?.get(key)
  if (cached) return cached as P
  const isOn = (name: ParamSetting | undefined): boolean => name === undefined || settings[name] === 'on'
  const entries = Object.entries(params)
  const depends = entries.some(([, { options }]) => options.setting ?? options.settingvalues)
  const offered = depends
    ? Object.fromEntries(
        entries
          .filter(([, { options }]) => isOn(options.setting))
          .map(([name, param]) => [name, withValues(param, isOn)]),
      )
    : params
  cache.set(params, (cache.get(params) ?? new Map<string, Params>()).set(key, offered))
  return offered as P
}

function withValues(param: Param, isOn: (name: ParamSetting | undefined) => boolean): Param {
  const { settingvalues } = param.options
  if (settingvalues === undefined || !Array.isArray(param.type)) return param
  const { submodules, ...options } = param.options
  return {
    ...param,
    type: param.type.filter(value => isOn(settingvalues[value])),
    options: {
      ...options,
      ...(submodules && {
        submodules: Object.fromEntries(Object.entries(submodules).filter(([value]) => isOn(settingvalues[value]))),
      }),
    },
  }
}

/** Values that name modules, with the settings that enable some of them. */
export function moduleSettings(modules: readonly { readonly name: string; readonly setting?: ParamSetting }[]): {
  settingvalues?: Readonly<Record<string, ParamSetting>>
} {
  const entries = modules.flatMap(({ name, setting }) => (setting === undefined ? [] : [[name, setting] as const]))
  return entries.length === 0 ? {} : { settingvalues: Object.fromEntries(entries) }
}
