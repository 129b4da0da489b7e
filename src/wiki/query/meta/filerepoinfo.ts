import { helpPage } from '../../api/help-page.ts'
import { metaModule } from '../../api/module.ts'
import { manyOf } from '../../api/params/kinds.ts'

const PROPS = [
  'canUpload',
  'displayname',
  'favicon',
  'initialCapital',
  'local',
  'name',
  'rootUrl',
  'scriptDirUrl',
  'thumbUrl',
  'url',
] as const

export const filerepoinfo = metaModule({
  name: 'filerepoinfo',
  prefix: 'fri',
  classname: 'ApiQueryFileRepoInfo',
  summary: 'Where the wiki keeps its files and under which addresses they are found.',
  helpUrls: [helpPage('Filerepoinfo')],
  params: {
    prop: manyOf(PROPS, { default: PROPS }),
  },
})
