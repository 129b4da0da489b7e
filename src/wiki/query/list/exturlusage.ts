import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, namespaces, protocol } from '../../api/params/common.ts'
import { boolean, limit, manyOf, string } from '../../api/params/kinds.ts'

export const exturlusage = listModule({
  name: 'exturlusage',
  prefix: 'eu',
  classname: 'ApiQueryExtLinksUsage',
  tag: 'eu',
  generator: true,
  summary: 'The pages that link to a web address or to any address of a site.',
  helpUrls: [helpPage('Exturlusage')],
  params: {
    prop: manyOf(['ids', 'title', 'url'], { default: ['ids', 'title', 'url'] }),
    continue: continuation(),
    protocol: protocol(),
    query: string(),
    namespace: namespaces(),
    limit: limit(),
    expandurl: boolean(),
  },
})
