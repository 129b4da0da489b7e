import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'

export const mystashedfiles = listModule({
  name: 'mystashedfiles',
  prefix: 'msf',
  classname: 'ApiQueryMyStashedFiles',
  tag: 'file',
  summary: 'Files the caller has uploaded but not published yet.',
  helpUrls: [helpPage('mystashedfiles')],
  params: {
    prop: manyOf(['size', 'type'], { default: '' }),
    limit: limit(),
    continue: continuation(),
  },
})
