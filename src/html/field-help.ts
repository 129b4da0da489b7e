import type { Fields } from '#fields/field.ts'
import { SOURCE_TEXTS } from './texts/index.ts'

/** Adds the English help texts that forms show (`help.<group>.<name>`) to field declarations. */
export function withHelp<F extends Fields>(group: string, fields: F): F {
  const entries = Object.entries(fields).map(([name, field]) => {
    const text = SOURCE_TEXTS[`help.${group}.${name}`]
    return [name, typeof text === 'string' && field.help === undefined ? { ...field, help: text } : field]
  })
  return Object.fromEntries(entries) as F
}
