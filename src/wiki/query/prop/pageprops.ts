import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { continuation, strings } from '../../api/params/common.ts'

export const pageprops = propModule({
  name: 'pageprops',
  prefix: 'pp',
  classname: 'ApiQueryPageProps',
  summary: 'The properties that the text of a page sets, such as its displayed title.',
  helpUrls: [helpPage('Pageprops')],
  params: {
    continue: continuation(),
    prop: strings(),
  },
})
