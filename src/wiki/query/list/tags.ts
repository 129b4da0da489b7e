import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'

export const tags = listModule({
  name: 'tags',
  prefix: 'tg',
  classname: 'ApiQueryTags',
  tag: 'tag',
  summary: 'The tags that edits and log entries can carry.',
  helpUrls: [helpPage('Tags')],
  params: {
    continue: continuation(),
    limit: limit(),
    prop: manyOf(['active', 'defined', 'description', 'displayname', 'hitcount', 'source'], { default: '' }),
  },
})
