import { RIGHTS } from '#accounts/rights.ts'
import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { ascending, groups } from '../../api/params/common.ts'
import { boolean, limit, manyOf, string } from '../../api/params/kinds.ts'

export const allusers = listModule({
  name: 'allusers',
  prefix: 'au',
  classname: 'ApiQueryAllUsers',
  tag: 'u',
  summary: 'The accounts of the wiki, by name, with their groups and rights if asked for.',
  helpUrls: [helpPage('Allusers')],
  params: {
    from: string(),
    to: string(),
    prefix: string(),
    dir: ascending(),
    group: groups(),
    excludegroup: groups(),
    rights: manyOf(RIGHTS),
    prop: manyOf(['blockinfo', 'centralids', 'editcount', 'groups', 'implicitgroups', 'registration', 'rights']),
    limit: limit(),
    witheditsonly: boolean(),
    activeusers: boolean(),
    attachedwiki: string(),
  },
})
