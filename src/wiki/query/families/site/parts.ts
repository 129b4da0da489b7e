// Parts of meta=siteinfo that come from the imported settings.

import { bcp47 } from '#languages/bcp47.ts'
import { nameOf, variantFallbacks, wikiCodes } from '#languages/wiki-languages.ts'
import { constant } from '../../../api/result/constant.ts'
import { content, list, OrderedEntries, realBooleans } from '../../../api/result/shape.ts'
import type { SiteInfo } from '../../../site/site-info.ts'
import type { SitePart } from './members.ts'

export type SettingName =
  | 'namespaces'
  | 'namespacealiases'
  | 'specialpagealiases'
  | 'magicwords'
  | 'fileextensions'
  | 'rightsinfo'
  | 'restrictions'
  | 'languages'
  | 'languagevariants'
  | 'extensiontags'
  | 'functionhooks'
  | 'variables'
  | 'protocols'
  | 'defaultoptions'
  | 'uploaddialog'

/** Namespaces have an order that objects cannot keep. */
type Part<N extends SettingName> = N extends 'namespaces' ? OrderedEntries : SitePart<N>

const strings = (tag: string, values: string[] | undefined): string[] =>
  list(tag, Array.isArray(values) ? [...values] : [])
const rows = <T extends object>(tag: string, values: T[] | undefined, contentKey?: string): T[] =>
  list(
    tag,
    (Array.isArray(values) ? values : []).map(row => (contentKey ? content({ ...row }, contentKey) : { ...row })),
  )

const kept = new WeakMap<SiteInfo, Map<SettingName, object>>()

/** A part of the settings. It is built and written once for each version of them. */
export function settingPart<N extends SettingName>(name: N, info: SiteInfo): Part<N> {
  const parts = kept.get(info) ?? new Map<SettingName, object>()
  kept.set(info, parts)
  const part = (parts.get(name) ?? constant(settingParts[name](info))) as Part<N>
  parts.set(name, part)
  return part
}

export const isSetting = (part: string): part is SettingName => Object.hasOwn(settingParts, part)

const settingParts: { readonly [N in SettingName]: (info: SiteInfo) => Part<N> } = {
  namespaces: info =>
    new OrderedEntries(
      'ns',
      Object.entries(info.namespaces)
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([id, { namespaceprotection, ...row }]) => [
          id,
          content({ ...row, ...(namespaceprotection && { namespaceprotection }) }, 'name'),
        ]),
    ),
  namespacealiases: info => rows('ns', info.namespacealiases, 'alias'),
  specialpagealiases: info =>
    list(
      'specialpage',
      info.specialpagealiases.map(row => ({ ...row, aliases: strings('alias', row.aliases) })),
    ),
  magicwords: info =>
    list(
      'magicword',
      info.magicwords.map(row => ({ ...row, aliases: strings('alias', row.aliases) })),
    ),
  fileextensions: info => rows('fe', info.fileextensions),
  rightsinfo: info => info.rightsinfo ?? { url: '', text: '' },
  restrictions: ({ restrictions }) => ({
    types: strings('type', restrictions?.types),
    levels: strings('level', restrictions?.levels),
    cascadinglevels: strings('level', restrictions?.cascadinglevels),
    semiprotectedlevels: strings('level', restrictions?.semiprotectedlevels),
  }),
  languages: () =>
    list(
      'lang',
      wikiCodes().map(code => content({ code, bcp47: bcp47(code), name: nameOf(code) ?? code }, 'name')),
    ),
  languagevariants: () =>
    Object.fromEntries(
      Object.entries(variantFallbacks()).map(([code, variants]) => [
        code,
        Object.fromEntries(
          Object.entries(variants).map(([variant, to]) => [variant, { fallbacks: list('variant', [...to]) }]),
        ),
      ]),
    ),
  extensiontags: info => strings('t', info.extensiontags),
  functionhooks: info => strings('h', info.functionhooks),
  variables: info => strings('v', info.variables),
  protocols: info => strings('p', info.protocols),
  defaultoptions: info => {
    const options = { ...info.defaultoptions }
    return realBooleans(options, Object.keys(options))
  },
  uploaddialog: info => info.uploaddialog ?? {},
}
