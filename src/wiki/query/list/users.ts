import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { strings } from '../../api/params/common.ts'
import { integer, manyOf, string } from '../../api/params/kinds.ts'

export const users = listModule({
  name: 'users',
  prefix: 'us',
  classname: 'ApiQueryUsers',
  tag: 'user',
  summary: 'What is known of given users.',
  helpUrls: [helpPage('Users')],
  params: {
    prop: manyOf([
      'blockinfo',
      'cancreate',
      'centralids',
      'editcount',
      'emailable',
      'gender',
      'groupmemberships',
      'groups',
      'implicitgroups',
      'registration',
      'rights',
    ]),
    attachedwiki: string(),
    users: strings(),
    userids: integer({ multi: true }),
    token: manyOf(['userrights'], { deprecated: true }),
  },
})
