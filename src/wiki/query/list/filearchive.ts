import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { limit, manyOf, string } from '../../api/params/kinds.ts'

export const filearchive = listModule({
  name: 'filearchive',
  prefix: 'fa',
  classname: 'ApiQueryFilearchive',
  tag: 'fa',
  summary: 'Deleted files, by name.',
  helpUrls: [helpPage('Filearchive')],
  params: {
    from: string(),
    to: string(),
    prefix: string(),
    dir: ascending(),
    sha1: string(),
    sha1base36: string(),
    prop: manyOf(
      [
        'archivename',
        'bitdepth',
        'description',
        'dimensions',
        'mediatype',
        'metadata',
        'mime',
        'parseddescription',
        'sha1',
        'size',
        'timestamp',
        'user',
      ],
      { default: ['timestamp'] },
    ),
    limit: limit(),
    continue: continuation(),
  },
})
