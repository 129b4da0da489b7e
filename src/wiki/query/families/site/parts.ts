// Parts of meta=siteinfo that come from the imported settings.

import { bcp47 } from '#languages/bcp47.ts'
import { nameOf, variantFallbacks, wikiCodes } from '#languages/wiki-languages.ts'
import type { QueryRun } from '../../../api/query/query-run.ts'
import { content, list, OrderedEntries, realBooleans } from '../../../api/result/shape.ts'
import type { SiteInfo } from '../../../site/site-info.ts'
import type { SitePart } from './members.ts'

type Name =
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
type Part<N extends Name> = N extends 'namespaces' ? OrderedEntries : SitePart<N>

const strings = (tag: string, values: string[] | undefined): string[] =>
  list(tag, Array.isArray(values) ? [...values] : [])
const rows = <T extends object>(tag: string, values: T[] | undefined, contentKey?: string): T[] =>
  list(
    tag,
    (Array.isArray(values) ? values : []).map(row => (contentKey ? content({ ...row }, contentKey) : { ...row })),
  )

export const isSetting = (part: string): part is Name => Object.hasOwn(settingParts, part)

export const settingParts: { readonly [N in Name]: (q: QueryRun, info: SiteInfo) => Part<N> } = {
  namespaces: (_q, info) =>
    new OrderedEntries(
      'ns',
      Object.entries(info.namespaces)
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([id, { namespaceprotection, ...row }]) => [
          id,
          content({ ...row, ...(namespaceprotection && { namespaceprotection }) }, 'name'),
        ]),
    ),
  namespacealiases: (_q, info) => rows('ns', info.namespacealiases, 'alias'),
  specialpagealiases: (_q, info) =>
    list(
      'specialpage',
      info.specialpagealiases.map(row => ({ ...row, aliases: strings('alias', row.aliases) })),
    ),
  magicwords: (_q, info) =>
    list(
      'magicword',
      info.magicwords.map(row => ({ ...row, aliases: strings('alias', row.aliases) })),
    ),
  fileextensions: (_q, info) => rows('fe', info.fileextensions),
  rightsinfo: (_q, info) => info.rightsinfo ?? { url: '', text: '' },
  restrictions: (_q, { restrictions }) => ({
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
  extensiontags: (_q, info) => strings('t', info.extensiontags),
  functionhooks: (_q, info) => strings('h', info.functionhooks),
  variables: (_q, info) => strings('v', info.variables),
  protocols: (_q, info) => strings('p', info.protocols),
  defaultoptions: (_q, info) => {
    const options = { ...info.defaultoptions }
    return realBooleans(options, Object.keys(options))
  },
  uploaddialog: (_q, info) => info.uploaddialog ?? {},
}
