import { helpPage } from '../../api/help-page.ts'
import { metaModule } from '../../api/module.ts'
import { boolean, manyOf, oneOf, string } from '../../api/params/kinds.ts'

export const siteinfo = metaModule({
  name: 'siteinfo',
  prefix: 'si',
  classname: 'ApiQuerySiteinfo',
  summary: 'What a client needs to know of the wiki: its names, namespaces, languages, numbers, rights and software.',
  helpUrls: [helpPage('Siteinfo')],
  params: {
    prop: manyOf(
      [
        'dbrepllag',
        'defaultoptions',
        'extensions',
        'extensiontags',
        'fileextensions',
        'functionhooks',
        'general',
        'interwikimap',
        'languages',
        'languagevariants',
        'libraries',
        'magicwords',
        'namespacealiases',
        'namespaces',
        'protocols',
        'restrictions',
        'rightsinfo',
        'showhooks',
        'skins',
        'specialpagealiases',
        'statistics',
        'uploaddialog',
        'usergroups',
        'variables',
      ],
      { default: ['general'] },
    ),
    filteriw: oneOf(['!local', 'local']),
    showalldb: boolean(),
    numberingroup: boolean(),
    inlanguagecode: string(),
  },
})
