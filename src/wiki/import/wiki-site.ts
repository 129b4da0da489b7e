import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader, Store } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { loadSite, SITE_INFO } from '../open-wiki.ts'
import type { Site } from '../site/site.ts'
import { readVariants } from '../variants/site-variants.ts'
import { siteInfoOf } from './pages/export-site.ts'
import type { ExportSiteInfo } from './readers/xml/export-events.ts'

/** The wiki's known settings with its original address, which its own links depend on. */
export async function importedSite(db: Reader): Promise<Site> {
  const info = storedObject<{ general: { server?: string } }>(await readSetting(db, SITE_INFO))
  const site = await loadSite(db, info.general?.server ?? '')
  return { ...site, variants: await readVariants(db, site) }
}

/** Stores the site information of an export unless more is already known. */
export async function keepExportedSite(store: Store, exported: ExportSiteInfo): Promise<void> {
  if ((await readSetting(store.read, SITE_INFO)) === null)
    await store.transaction(tx => writeSetting(tx, SITE_INFO, siteInfoOf(exported)))
}
