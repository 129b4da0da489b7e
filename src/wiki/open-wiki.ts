import type { Config } from '#core/config.ts'
import type { MessageTranslations } from '#core/interface-texts.ts'
import type { Services } from '#core/services.ts'
import { SiteFace } from '#core/site-face.ts'
import type { Face } from '#html/face.ts'
import { readSetting } from '#store/site-settings.ts'
import type { Reader, Store } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { ConsoleSessions } from './console-sessions.ts'
import { openFileStore } from './file-store.ts'
import { InterfaceMessages } from './messages/interface-messages.ts'
import { RecentDiffs } from './recent-diffs.ts'
import { RecentTexts } from './recent-texts.ts'
import { Genders } from './site/genders.ts'
import { interwikiFromRow } from './site/interwiki.ts'
import { type Site, siteFromInfo } from './site/site.ts'
import { StashedTexts } from './stashed-texts.ts'
import { SiteVariants } from './variants/site-variants.ts'
import type { TextWiki, Wiki } from './wiki.ts'
import { withExtensions } from './wikitext/extensions/switched.ts'

/** The setting that holds the `siteinfo` of an imported wiki. */
export const SITE_INFO = 'siteinfo'

/** The imported site, with the interwiki map from the database if there is one. */
export async function loadSite(db: Reader, siteUrl: string): Promise<Site> {
  const info = storedObject(await readSetting(db, SITE_INFO))
  const site = siteFromInfo(info)
  const rows = await db.selectFrom('interwiki').selectAll().orderBy('prefix').execute()
  const interwiki = rows.map(({ wiki_id, local, trans, ...row }) =>
    interwikiFromRow({ ...row, wikiid: wiki_id, local: local === 1, trans: trans === 1 }, site.info.languages),
  )
  return withAddress(interwiki.length > 0 ? siteFromInfo(info, interwiki) : site, siteUrl)
}

/** Replaces the address of the original wiki with ours. Its logo is kept only if it was an uploaded file. */
function withAddress(site: Site, siteUrl: string): Site {
  const { articlepath = '/wiki/$1', server = '', logo, favicon } = site.info.general
  const keepsItself = (picture: unknown): picture is string =>
    typeof picture === 'string' && (server === siteUrl || !picture.startsWith(`${server}/`))
  const general = {
    ...site.info.general,
    server: siteUrl,
    servername: URL.parse(siteUrl)?.hostname ?? '',
    base: siteUrl + articlepath.replace('$1', encodeURIComponent(site.mainPage.replaceAll(' ', '_'))),
    logo: keepsItself(logo) ? logo : `${siteUrl}${uploadedPath(logo) ?? '/favicon.svg'}`,
    favicon: keepsItself(favicon) ? favicon : `${siteUrl}/favicon.ico`,
  }
  return siteFromInfo({ ...site.info, general }, site.info.interwikimap)
}

/** Path of a picture that was an uploaded file of the original wiki; null for others. */
const uploadedPath = (address: unknown): string | null => {
  const [, place = null] = /\/(?:thumb\/)?(([0-9a-f])\/\2[0-9a-f]\/[^/?]+)(?:\/[^/?]+)?$/.exec(String(address)) ?? []
  return place === null ? null : `/images/${place}`
}

/** The wiki with the name, language, logo and licence that administrators chose. */
function withFace(site: Site, { name, isNamed, language, logo, foot: { licence } }: Face): Site {
  const isOther = language !== site.language
  if (!isNamed && !isOther && logo === null && licence === null) return site
  const general = {
    ...(isOther ? withoutLanguage(site.info.general) : site.info.general),
    ...(isOther && { lang: language }),
    ...(isNamed && { sitename: name }),
    ...(logo && { logo: `${site.server}${logo.path}`, favicon: `${site.server}${logo.png}` }),
  }
  return siteFromInfo({ ...site.info, general, ...(licence && { rightsinfo: licence }) }, site.info.interwikimap)
}

/** Follow from the language (`languageFacts` in `site/site.ts`) and are derived again. */
const OF_LANGUAGE = ['lang', 'linktrail', 'linkprefix', 'linkprefixcharset', 'fallback', 'variants', 'rtl']

const withoutLanguage = (general: object): object =>
  Object.fromEntries(Object.entries(general).filter(([name]) => !OF_LANGUAGE.includes(name)))

/** Derives the site again whenever its face or its conversion tables change. */
function followed(base: Site, face: { readonly current: Face }, variants: SiteVariants): () => Site {
  let [last, faced] = [face.current, withFace(base, face.current)]
  let site = { ...faced, variants: variants.current }
  return () => {
    const isOther = last !== face.current
    if (isOther) [last, faced] = [face.current, withFace(base, face.current)]
    if (isOther || site.variants !== variants.current) site = { ...faced, variants: variants.current }
    return site
  }
}

/** The settings a worker thread needs to open the same wiki. */
export type SiteSettings = Pick<Config, 'siteUrl' | 'siteName' | 'extensions'>

/** Without translations, the interface uses the built-in messages. Without a face, that of now stays. */
export async function openTextWiki(
  store: Store,
  settings: SiteSettings,
  translations: MessageTranslations | null = null,
  face?: SiteFace,
): Promise<TextWiki> {
  const { read: db, primary } = store
  const base = withExtensions(await loadSite(db, settings.siteUrl), settings.extensions)
  const variants = new SiteVariants(db, () => base)
  const siteNow = followed(base, face ?? (await SiteFace.open(store, settings)), variants)
  const messages = new InterfaceMessages(db, translations, primary)
  const genders = await Genders.load(db, base.namespaces)
  return {
    db,
    get site() {
      return siteNow()
    },
    variants,
    messages,
    genders,
    texts: new RecentTexts(),
  }
}

export async function openWiki(services: Services): Promise<Wiki> {
  const { store, clock, config } = services
  const readable = await openTextWiki(store, config, services.interfaceTexts.translations, services.face)
  return {
    ...readable,
    get site() {
      return readable.site
    },
    diffs: new RecentDiffs(),
    stashedTexts: new StashedTexts(),
    consoleSessions: new ConsoleSessions(),
    changedPages: [],
    services,
    store,
    clock,
    scriptUrl: `${config.siteUrl}${readable.site.info.general.scriptpath ?? ''}/api.php`,
    files: openFileStore(config, 'files'),
    pieces: openFileStore(config, 'partial-uploads'),
    servedBy: process.env.PARLANCE_SERVED_BY ?? null,
    readOnly: config.readOnly,
    miserMode: config.miserMode === 'on',
  }
}
