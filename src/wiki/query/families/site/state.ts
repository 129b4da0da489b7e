// Parts of meta=siteinfo about the current state of the wiki and the software.
import { readFileSync } from 'node:fs'
import { statement } from '#store/statement.ts'
import type { QueryRun } from '../../../api/query/query-run.ts'
import { content, list, numbered, type Row, realBooleans } from '../../../api/result/shape.ts'
import { NS } from '../../../site/namespaces.ts'
import type { SiteInfo } from '../../../site/site-info.ts'
import { isoTimestamp } from '../../../site/timestamp.ts'
import { localUrl } from '../../../site/urls.ts'
import { extensionsOf } from '../../../wikitext/extensions/switched.ts'
import type { SitePart } from './members.ts'

const manifest = JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')) as {
  version: string
  dependencies: Record<string, string>
}

/** Field order of MediaWiki; other imported fields follow. */
const GENERAL_ORDER =
  `mainpage base sitename mainpageisdomainroot logo generator phpversion phpsapi dbtype dbversion imagewhitelistenabled
  langconversion linkconversion titleconversion linkprefixcharset linkprefix linktrail legaltitlechars invalidusernamechars
  allunicodefixes fixarabicunicode fixmalayalamunicode case lang fallback variants rtl fallback8bitEncoding readonly readonlyreason
  writeapi maxarticlesize timezone timeoffset articlepath scriptpath script variantarticlepath server servername wikiid time misermode
  uploadsenabled maxuploadsize minuploadchunksize galleryoptions thumblimits imagelimits favicon centralidlookupprovider
  allcentralidlookupproviders interwikimagic magiclinks categorycollation nofollowlinks nofollownsexceptions nofollowdomainexceptions
  externallinktarget`.split(/\s+/)

const ordered = new WeakMap<SiteInfo, Row>()

/** Imported settings, in order. They are prepared once for each version of them. */
function settingsOf(info: SiteInfo): Row {
  const known = ordered.get(info)
  if (known !== undefined) return known
  const imported = info.general as Row
  const settings: Row = { ...Object.fromEntries(GENERAL_ORDER.map(name => [name, imported[name]])), ...imported }
  for (const name of ['fallback', 'variants'])
    if (Array.isArray(settings[name])) settings[name] = list('lang', [...settings[name]])
  for (const name of ['thumblimits', 'imagelimits']) {
    if (settings[name] !== undefined) settings[name] = numbered({ ...(settings[name] as Row) }, 'limit')
  }
  ordered.set(info, settings)
  return settings
}

/** Imported settings, with the facts of this server replacing those of the old one. */
export function general(q: QueryRun): SitePart<'general'> {
  const facts: Row = {
    ...settingsOf(q.site.info),
    phpversion: process.versions.node,
    phpsapi: 'parlance',
    dbtype: q.wiki.store.engine,
    dbversion: manifest.version,
    'git-hash': undefined,
    readonly: q.wiki.readOnly !== null,
    ...(q.wiki.readOnly !== null && { readonlyreason: q.wiki.readOnly }),
    misermode: q.wiki.miserMode,
    time: isoTimestamp(q.now),
  }
  // The rest is as MediaWiki returned it.
  return realBooleans(facts, ['variantarticlepath']) as SitePart<'general'>
}

const COUNTS = statement(db => db.selectFrom('site_stats').selectAll())

export async function statistics(q: QueryRun): Promise<SitePart<'statistics'>> {
  const [[counts], admins] = await Promise.all([COUNTS.where('id', '=', 1).all(q.db), groupSize(q, 'sysop')])
  return {
    pages: counts?.pages ?? 0,
    articles: counts?.articles ?? 0,
    edits: counts?.edits ?? 0,
    images: counts?.images ?? 0,
    users: counts?.users ?? 0,
    activeusers: counts?.active_users ?? 0,
    admins,
    jobs: 0,
  }
}

const MEMBERS = statement(db => db.selectFrom('account_group').select(eb => eb.fn.countAll<number>().as('n')))
const LASTING_MEMBERS = statement(db =>
  db
    .selectFrom('account_group')
    .where('expires_at', 'is', null)
    .select(eb => eb.fn.countAll<number>().as('n')),
)

async function groupSize(q: QueryRun, group: string): Promise<number> {
  if (group === 'user') {
    // Equals the number of accounts, so use that counter.
    const [counts] = await COUNTS.where('id', '=', 1).all(q.db)
    return counts?.users ?? 0
  }
  const [[lasting], [temporary]] = await Promise.all([
    LASTING_MEMBERS.where('group_name', '=', group).all(q.db),
    MEMBERS.where('group_name', '=', group).where('expires_at', '>', q.now).all(q.db),
  ])
  return Number(lasting!.n) + Number(temporary!.n)
}

export async function userGroups(q: QueryRun, withNumbers: boolean): Promise<SitePart<'usergroups'>> {
  const groups: SitePart<'usergroups'> = []
  for (const { name, rights, ...rules } of q.wiki.services.permissions.groups) {
    const counted = withNumbers && !['*', 'autoconfirmed'].includes(name)
    const shown = Object.entries(rules).filter(([, names]) => Array.isArray(names) && names.length > 0)
    const lists: { [R in keyof typeof rules]?: string[] } = Object.fromEntries(
      shown.map(([rule, names]) => [rule, list('group', [...names])]),
    )
    groups.push({
      name,
      rights: list('permission', [...rights]),
      ...(counted && { number: await groupSize(q, name) }),
      ...lists,
    })
  }
  return list('group', groups)
}

export function interwikiMap(q: QueryRun, only: 'local' | '!local' | undefined): SitePart<'interwikimap'> {
  const rows = q.site.info.interwikimap.filter(row => only === undefined || (row.local === true) === (only === 'local'))
  return list(
    'iw',
    rows.map(row => ({ ...row, url: withProtocol(q, row.url) })),
  )
}

/** Without replicas MediaWiki reports a lag of -1. */
export const replicationLag = (): SitePart<'dbrepllag'> => list('db', [{ host: '', lag: -1 }])

/** The only skin; MediaWiki skins do not run here. */
export const skins = (): SitePart<'skins'> =>
  list('skin', [content({ code: 'parlance', name: 'Parlance', default: true }, 'name')])

/** Our own implementations of extensions, under MediaWiki's names. */
export const extensionList = ({ site }: QueryRun): SitePart<'extensions'> =>
  list(
    'ext',
    extensionsOf(site)
      .filter(({ isShownAsSource }) => !isShownAsSource)
      .map(({ type, name, about, url }) => ({
        type,
        name,
        description: about,
        author: 'Parlance',
        url,
        version: manifest.version,
        'license-name': 'GPL-2.0-or-later',
        license: localUrl(site, { ns: NS.special, dbkey: site.specialPages.localKey('Version', `License/${name}`) }),
      })),
  )

export const libraries = (): SitePart<'libraries'> =>
  list(
    'library',
    Object.entries(manifest.dependencies).map(([name, version]) => ({ name, version })),
  )

/** Protocol-relative URLs get the protocol of this site. */
const withProtocol = (q: QueryRun, url: string): string =>
  url.startsWith('//') ? `${new URL(q.site.server).protocol}${url}` : url
