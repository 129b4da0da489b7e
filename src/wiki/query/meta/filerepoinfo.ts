import { helpPage } from '../../api/help-page.ts'
import { manyOf } from '../../api/params/kinds.ts'
import { metaModule } from '../../api/query/query-module.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { asObject, list } from '../../api/result/shape.ts'
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

const repoMembers = {
  'name?': 'string',
  'displayname?': 'string',
  'rootUrl?': 'string',
  'local?': 'boolean',
  'url?': 'string',
  'thumbUrl?': 'string',
  'initialCapital?': 'boolean',
  'scriptDirUrl?': 'string',
  'favicon?': 'string',
  'canUpload?': 'boolean',
} as const satisfies Members

export const filerepoinfo = metaModule({
  name: 'filerepoinfo',
  prefix: 'fri',
  classname: 'ApiQueryFileRepoInfo',
  cacheable: true,
  ofSite: true,
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
  result: { repos: [repoMembers] },
  params: {
    prop: manyOf(PROPS, { default: PROPS }),
  },

  async answer(q, a) {
    const images = '/images'
    const prop = new Set(a.prop)
    const repo: ResultOf<typeof repoMembers> = {}
    if (prop.has('name')) repo.name = 'local'
    if (prop.has('displayname')) repo.displayname = q.site.name
    if (prop.has('rootUrl')) repo.rootUrl = images
    if (prop.has('local')) repo.local = true
    if (prop.has('url')) repo.url = images
    if (prop.has('thumbUrl')) repo.thumbUrl = `${images}/thumb`
    if (prop.has('initialCapital')) repo.initialCapital = q.site.namespaces.isFirstLetter(NS.file)
    if (prop.has('scriptDirUrl')) repo.scriptDirUrl = q.site.info.general.scriptpath ?? ''
    if (prop.has('favicon')) repo.favicon = `${q.site.server}/favicon.ico`
    if (prop.has('canUpload')) repo.canUpload = q.wiki.files !== null
    q.answer().repos = list('repo', [asObject(repo)])
  },
})
