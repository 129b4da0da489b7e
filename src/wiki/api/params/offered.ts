import type { Param, ParamSetting, Params } from './kinds.ts'

/** The settings of a wiki that decide which parameters there are. */
export type ParamSettings = Readonly<Record<ParamSetting, 'on' | 'off'>>

/** As a wiki is set unless somebody sets it otherwise. */
export const USUAL_SETTINGS: ParamSettings = { watchlistExpiry: 'off' }

const SETTINGS = Object.keys(USUAL_SETTINGS) as ParamSetting[]

const known = new WeakMap<Params, Map<string, Params>>()

/** Which settings are on, as a key for what is kept by them. */
export const settingsKey = (settings: ParamSettings): string =>
  SETTINGS.filter(name => settings[name] === 'on').join(' ')

/** The parameters that a module has on a wiki with these settings, worked out once. */
export function offeredParams<P extends Params>(params: P, settings: ParamSettings): P {
  const key = settingsKey(settings)
  const found = known.get(params)?.get(key)
  if (found) return found as P
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
  known.set(params, (known.get(params) ?? new Map<string, Params>()).set(key, offered))
  return offered as P
}

function withValues(param: Param, isOn: (name: ParamSetting | undefined) => boolean): Param {
  const { settingvalues } = param.options
  if (settingvalues === undefined || !Array.isArray(param.type)) return param
  return { ...param, type: param.type.filter(value => isOn(settingvalues[value])) }
}
