import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { boolean, limit } from '../../api/params/kinds.ts'

export const duplicatefiles = propModule({
  name: 'duplicatefiles',
  prefix: 'df',
  classname: 'ApiQueryDuplicateFiles',
  tag: 'df',
  generator: true,
  summary: 'Other files with the same content, byte for byte.',
  helpUrls: [helpPage('Duplicatefiles')],
  params: {
    limit: limit(),
    continue: continuation(),
    dir: ascending(),
    localonly: boolean(),
  },
})
