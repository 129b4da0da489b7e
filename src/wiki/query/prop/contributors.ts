import { RIGHTS } from '#accounts/rights.ts'
import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { continuation, groups } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'

export const contributors = propModule({
  name: 'contributors',
  prefix: 'pc',
  classname: 'ApiQueryContributors',
  tag: 'user',
  summary: 'Who has edited a page: the accounts by name, and how many people did so without one.',
  helpUrls: [helpPage('Contributors')],
  params: {
    group: groups(),
    excludegroup: groups(),
    rights: manyOf(RIGHTS),
    excluderights: manyOf(RIGHTS),
    limit: limit(),
    continue: continuation(),
  },
})
