import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { boolean, CONTENT_LANGUAGE, limit, manyOf, string } from '../../api/params/kinds.ts'

export const langlinks = propModule({
  name: 'langlinks',
  prefix: 'll',
  classname: 'ApiQueryLangLinks',
  tag: 'll',
  summary: 'The counterparts of pages in other languages.',
  helpUrls: [helpPage('Langlinks')],
  params: {
    prop: manyOf(['autonym', 'langname', 'url']),
    lang: string(),
    title: string(),
    dir: ascending(),
    inlanguagecode: string({ default: CONTENT_LANGUAGE }),
    limit: limit(),
    continue: continuation(),
    url: boolean({ deprecated: true }),
  },
})
