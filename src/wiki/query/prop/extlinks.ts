import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { continuation, protocol } from '../../api/params/common.ts'
import { boolean, limit, string } from '../../api/params/kinds.ts'

export const extlinks = propModule({
  name: 'extlinks',
  prefix: 'el',
  classname: 'ApiQueryExternalLinks',
  tag: 'el',
  summary: 'The web addresses that pages link to.',
  helpUrls: [helpPage('Extlinks')],
  params: {
    limit: limit(),
    continue: continuation(),
    protocol: protocol(),
    query: string(),
    expandurl: boolean(),
  },
})
