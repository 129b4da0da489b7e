// Parts of meta=siteinfo that come from the imported settings.

import { bcp47 } from '#languages/bcp47.ts'
import { nameOf, variantFallbacks, wikiCodes } from '#languages/wiki-languages.ts'
import type { QueryRun } from '../../../api/query/query-run.ts'
import { content, list, OrderedEntries, type Row, realBooleans } from '../../../api/result/shape.ts'
import type { SiteInfo } from '../../../site/site-info.ts'

type Part = (q: QueryRun, info: SiteInfo) => unknown

const strings = (tag: string, values: unknown): unknown[] => list(tag, Array.isArray(values) ? [...values] : [])
const rows = (tag: string, values: unknown, contentKey?: string): unknown[] =>
  list(
    tag,
    (Array.isArray(values) ? values : []).map((row: Row) =>
      contentKey ? content({ ...row }, contentKey) : { ...row },
    ),
  )

export const settingParts: Readonly<Record<string, Part>> = {
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
  restrictions: (_q, info) => {
    const restrictions = (info.restrictions ?? {}) as Record<string, unknown>
    const tags = { types: 'type', levels: 'level', cascadinglevels: 'level', semiprotectedlevels: 'level' }
    return Object.fromEntries(Object.entries(tags).map(([key, tag]) => [key, strings(tag, restrictions[key])]))
  },
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
          Object.entries(variants).map(([variant, to]) => [variant, { fallbacks: strings('variant', to) }]),
        ),
      ]),
    ),
  extensiontags: (_q, info) => strings('t', info.extensiontags),
  functionhooks: (_q, info) => strings('h', info.functionhooks),
  variables: (_q, info) => strings('v', info.variables),
  protocols: (_q, info) => strings('p', info.protocols),
  defaultoptions: (_q, info) => {
    const options = { ...((info.defaultoptions ?? {}) as Row) }
    return realBooleans(options, Object.keys(options))
  },
  uploaddialog: (_q, info) => info.uploaddialog ?? {},
}
