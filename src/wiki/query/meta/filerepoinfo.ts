import { helpPage } from '../../api/help-page.ts'
import { manyOf } from '../../api/params/kinds.ts'
import { metaModule } from '../../api/query/query-module.ts'
import { asObject, list, type Row } from '../../api/result/shape.ts'
import { NS } from '../../site/namespaces.ts'

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
  cacheable: true,
  summary: "Get information about the wiki's file repositories.",
  helpUrls: [helpPage('Filerepoinfo')],
  help: {
    examples: [['action=query&meta=filerepoinfo&friprop=name|displayname', 'simple']],
    params: {
      prop: {
        values: [
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
        ],
      },
    },
  },
  params: {
    prop: manyOf(PROPS, { default: PROPS }),
  },

  async answer(q, a) {
    const images = '/images'
    const facts: Row = {
      name: 'local',
      displayname: q.site.name,
      rootUrl: images,
      local: true,
      url: images,
      thumbUrl: `${images}/thumb`,
      initialCapital: q.site.namespaces.isFirstLetter(NS.file),
      scriptDirUrl: q.site.info.general.scriptpath ?? '',
      favicon: `${q.site.server}/favicon.ico`,
      canUpload: q.wiki.files !== null,
    }
    const prop = new Set<string>(a.prop)
    const repo = Object.fromEntries(Object.entries(facts).filter(([name]) => prop.has(name)))
    q.answer().repos = list('repo', [asObject(repo)])
  },
})
