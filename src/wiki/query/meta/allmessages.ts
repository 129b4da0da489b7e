import { helpPage } from '../../api/help-page.ts'
import { metaModule } from '../../api/module.ts'
import { boolean, manyOf, oneOf, string } from '../../api/params/kinds.ts'

export const allmessages = metaModule({
  name: 'allmessages',
  prefix: 'am',
  classname: 'ApiQueryAllMessages',
  summary: 'The texts of the interface, as they ship and as this wiki has changed them.',
  helpUrls: [helpPage('Allmessages')],
  params: {
    messages: string({ multi: true, default: '*' }),
    prop: manyOf(['default']),
    enableparser: boolean(),
    nocontent: boolean(),
    includelocal: boolean(),
    args: string({ multi: true, allowsduplicates: true }),
    filter: string(),
    customised: oneOf(['all', 'modified', 'unmodified'], { default: 'all' }),
    lang: string(),
    from: string(),
    to: string(),
    title: string(),
    prefix: string(),
  },
})
