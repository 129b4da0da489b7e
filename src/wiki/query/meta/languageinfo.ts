import { metaModule } from '../../api/module.ts'
import { continuation } from '../../api/params/common.ts'
import { manyOf, string } from '../../api/params/kinds.ts'

export const languageinfo = metaModule({
  name: 'languageinfo',
  prefix: 'li',
  classname: 'ApiQueryLanguageinfo',
  summary: 'The languages the wiki knows: names, direction of writing, fallbacks, variants.',
  helpUrls: [],
  params: {
    prop: manyOf(['autonym', 'bcp47', 'code', 'dir', 'fallbacks', 'name', 'variants'], { default: ['code'] }),
    code: string({ multi: true, default: '*' }),
    continue: continuation(),
  },
})
