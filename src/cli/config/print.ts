import type { Config, SettingInForce, SettingOrigin } from '#core/config.ts'
import { variableName } from './names.ts'
import type { Resolved } from './resolve.ts'
import { settings } from './settings.ts'

const POSTGRES = /^postgres(?:ql)?:\/\//

/** Hides the password in an address; hides anything else completely. */
function mask(text: string): string {
  // May have several hosts or be a list, which is not a valid URL.
  if (POSTGRES.test(text))
    return text
      .replace(/(:\/\/[^:@/?\s]*):[^@/?\s]*@/g, '$1:***@')
      .replace(/([?&][^=&\s]*(?:pass|key|secret)[^=&\s]*=)[^&,\s]*/gi, '$1***')
  const url = URL.parse(text)
  if (url === null) return '***'
  if (url.password !== '') url.password = '***'
  for (const name of url.searchParams.keys()) if (/pass|key|secret/i.test(name)) url.searchParams.set(name, '***')
  return url.href
}

const originOf = (text: string): SettingOrigin => {
  const [kind = '', ...where] = text.split(' ')
  return { kind: kind as SettingOrigin['kind'], where: where.join(' ') }
}

/** Every setting with its value (passwords hidden) and its source. */
export const settingsInForce = ({ texts, origins }: Resolved): SettingInForce[] =>
  (Object.keys(settings) as (keyof Config)[]).map(key => {
    const { about, secret } = settings[key]
    const value = texts[key]
    return {
      key,
      env: variableName(key),
      about,
      shown: secret && value !== '' ? mask(value) : value,
      origin: originOf(origins[key]),
    }
  })

/** The same, one per line. */
export function printConfig(resolved: Resolved): string {
  const rows = settingsInForce(resolved).map(
    ({ key, env, shown }) => [env, shown === '' ? '(none)' : shown, resolved.origins[key]] as const,
  )
  const width = (column: 0 | 1) => Math.max(...rows.map(row => row[column].length))
  const [first, second] = [width(0), Math.min(width(1), 60)]
  return rows.map(row => `${row[0].padEnd(first)}  ${row[1].padEnd(second)}  ${row[2]}`).join('\n')
}
