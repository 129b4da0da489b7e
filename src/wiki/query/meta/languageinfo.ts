import { isWikiCode, nameOf, variants, wikiCodes, wikiLanguage } from '#languages/wiki-languages.ts'
import { compareBytes } from '#store/keyset.ts'
import { continuation } from '../../api/params/common.ts'
import { manyOf, string } from '../../api/params/kinds.ts'
import { itself } from '../../api/query/keys.ts'
import { gathered, listed, metaModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { asObject, list } from '../../api/result/shape.ts'
import { commaList, num } from '../../messages/message.ts'

const languageMembers = {
  'code?': 'string',
  'bcp47?': 'string',
  'dir?': 'string',
  'autonym?': 'string',
  'name?': 'string',
  'fallbacks?': ['string'],
  'variants?': ['string'],
} as const satisfies Members

export const languageinfo = metaModule({
  name: 'languageinfo',
  prefix: 'li',
  classname: 'ApiQueryLanguageinfo',
  tag: 'language',
  cacheable: true,
  ofSite: true,
  summary: 'Get information about languages: names, writing direction, fallbacks and variants.',
  helpUrls: [],
  help: {
    examples: [
      ['action=query&meta=languageinfo', 'simple'],
      ['action=query&meta=languageinfo&liprop=autonym|name&uselang=de', 'autonym-name-de'],
      ['action=query&meta=languageinfo&liprop=fallbacks|variants&licode=oc', 'fallbacks-variants-oc'],
      ['action=query&meta=languageinfo&liprop=bcp47|dir', 'bcp47-dir'],
    ],
    params: {
      prop: { values: ['code', 'bcp47', 'dir', 'autonym', 'name', 'fallbacks', 'variants'] },
      code: { words: 'Language codes; * for all.' },
    },
  },
  // By language code.
  result: { languageinfo: { '*': languageMembers } },
  params: {
    prop: manyOf(['autonym', 'bcp47', 'code', 'dir', 'fallbacks', 'name', 'variants'], { default: ['code'] }),
    code: string({ multi: true, default: '*' }),
    continue: continuation(),
  },

  async listing(q, a) {
    const all = a.code.includes('*')
    const unknown = all ? [] : a.code.filter(code => !isWikiCode(code))
    if (unknown.length > 0) {
      q.warn('apiwarn-unrecognizedvalues', [q.param('code'), commaList(unknown), num(unknown.length)])
    }
    const codes = [...new Set(all ? wikiCodes() : a.code.filter(isWikiCode))].sort(compareBytes)
    const prop = new Set<string>(a.prop)
    let shown: readonly string[] = []
    return listed(
      // Languages are not stored in a table.
      gathered(({ after: [first] = [''] }) => codes.filter(code => code >= (first as string))),
      {
        keys: [itself],
        items: rows => {
          shown = rows
          return code => asObject(factsOf(q, code, prop))
        },
        frame: items => asObject(Object.fromEntries((items ?? []).map((item, at) => [shown[at]!, item]))),
      },
    )
  },
})

function factsOf(q: QueryRun, code: string, prop: ReadonlySet<string>): ResultOf<typeof languageMembers> {
  const language = wikiLanguage(code)!
  return {
    ...(prop.has('code') && { code }),
    ...(prop.has('bcp47') && { bcp47: language.bcp47 }),
    ...(prop.has('dir') && { dir: language.dir }),
    ...(prop.has('autonym') && { autonym: language.autonym }),
    ...(prop.has('name') && { name: nameOf(code, q.run.language) ?? '' }),
    ...(prop.has('fallbacks') && { fallbacks: list('fb', [...language.fallbacks]) }),
    ...(prop.has('variants') && {
      variants: list('var', variants(code).length > 0 ? [...variants(code)] : [code]),
    }),
  }
}
