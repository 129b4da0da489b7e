import { helpPage } from '../../api/help-page.ts'
import { metaModule } from '../../api/module.ts'
import { manyOf, string } from '../../api/params/kinds.ts'

export const userinfo = metaModule({
  name: 'userinfo',
  prefix: 'ui',
  classname: 'ApiQueryUserInfo',
  summary: 'Who the caller is: name, groups, rights, preferences, limits.',
  helpUrls: [helpPage('Userinfo')],
  params: {
    prop: manyOf(
      [
        'acceptlang',
        'blockinfo',
        'centralids',
        'changeablegroups',
        'editcount',
        'email',
        'groupmemberships',
        'groups',
        'hasmsg',
        'implicitgroups',
        'latestcontrib',
        'options',
        'ratelimits',
        'realname',
        'registrationdate',
        'rights',
        'unreadcount',
        'preferencestoken',
      ],
      { deprecatedvalues: ['preferencestoken'] },
    ),
    attachedwiki: string(),
  },
})
