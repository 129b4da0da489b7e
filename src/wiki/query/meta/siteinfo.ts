import { helpPage } from '../../api/help-page.ts'
import { boolean, manyOf, oneOf, string } from '../../api/params/kinds.ts'
import { metaModule } from '../../api/query/query-module.ts'
import { list } from '../../api/result/shape.ts'
import { fail } from '../../messages/message.ts'
import { type SitePart, type SitePartName, siteMembers } from '../families/site/members.ts'
import { isSetting, type SettingName, settingPart } from '../families/site/parts.ts'
import {
  extensionList,
  general,
  interwikiMap,
  libraries,
  replicationLag,
  skins,
  statistics,
  userGroups,
} from '../families/site/state.ts'

const CHANGING: ReadonlySet<SitePartName> = new Set(['general', 'statistics', 'dbrepllag'])

export const siteinfo = metaModule({
  name: 'siteinfo',
  prefix: 'si',
  classname: 'ApiQuerySiteinfo',
  cacheable: true,
  // The others have the time, counters, or numbers of users, which change without an entry in the change log.
  ofSite: a => !a.prop.some(name => CHANGING.has(name)) && !a.numberingroup,
  summary: 'Get general information about the wiki: names, namespaces, languages, statistics, rights and software.',
  helpUrls: [helpPage('Siteinfo')],
  help: {
    examples: [
      ['action=query&meta=siteinfo&siprop=general|namespaces|namespacealiases|statistics', 'simple'],
      ['action=query&meta=siteinfo&siprop=interwikimap&sifilteriw=local', 'interwiki'],
      ['action=query&meta=siteinfo&siprop=dbrepllag&sishowalldb=', 'replag'],
    ],
    params: {
      prop: {
        values: [
          'general',
          'namespaces',
          'namespacealiases',
          'specialpagealiases',
          'magicwords',
          'interwikimap',
          'dbrepllag',
          'statistics',
          'usergroups',
          'libraries',
          'extensions',
          'fileextensions',
          'rightsinfo',
          'restrictions',
          'languages',
          'languagevariants',
          'skins',
          'extensiontags',
          'functionhooks',
          'showhooks',
          'variables',
          'protocols',
          'defaultoptions',
          'uploaddialog',
        ],
      },
      filteriw: { words: 'Return only local, or only other, entries of the interwiki map.' },
      showalldb: { words: 'List all database servers, not only the most lagged one.' },
      numberingroup: { words: 'Include the number of users in each group.' },
      inlanguagecode: { words: 'Language for the names of languages and skins.' },
    },
  },
  result: siteMembers,
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

  async answer(q, a) {
    if (a.showalldb && a.prop.includes('dbrepllag')) fail('apierror-siteinfo-includealldenied')
    await q.wiki.services.face.freshen()
    const states: States = {
      general: () => general(q),
      statistics: () => statistics(q),
      usergroups: () => userGroups(q, a.numberingroup),
      interwikimap: () => interwikiMap(q, a.filteriw),
      dbrepllag: replicationLag,
      libraries,
      skins,
      extensions: () => extensionList(q),
      // There are no hooks.
      showhooks: () => list('hook'),
    }
    for (const name of a.prop) {
      q.answer()[name] = isSetting(name) ? settingPart(name, q.site.info) : await states[name]()
    }
  },
})

type States = {
  readonly [N in Exclude<SitePartName, SettingName>]: () => SitePart<N> | Promise<SitePart<N>>
}
