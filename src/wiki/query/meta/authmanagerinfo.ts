import { helpPage } from '../../api/help-page.ts'
import { metaModule } from '../../api/module.ts'
import { boolean, oneOf, string } from '../../api/params/kinds.ts'

export const authmanagerinfo = metaModule({
  name: 'authmanagerinfo',
  prefix: 'ami',
  classname: 'ApiQueryAuthManagerInfo',
  readRights: false,
  summary: 'What the wiki asks of a person who logs in, opens an account or changes how they log in.',
  helpUrls: [helpPage('Authmanagerinfo')],
  params: {
    securitysensitiveoperation: string(),
    requestsfor: oneOf([
      'change',
      'create',
      'create-continue',
      'link',
      'link-continue',
      'login',
      'login-continue',
      'remove',
      'unlink',
    ]),
    mergerequestfields: boolean(),
    messageformat: oneOf(['html', 'none', 'raw', 'wikitext'], { default: 'wikitext' }),
  },
})
