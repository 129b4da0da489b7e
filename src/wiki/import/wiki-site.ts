import type { Reader, Store } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { loadSite, SITE_INFO } from '../open-wiki.ts'
import type { Site } from '../site/site.ts'
import { siteInfoOf } from './pages/export-site.ts'
import type { ExportSiteInfo } from './readers/xml/export-events.ts'
import { storeSiteInfo } from './site-file.ts'

/** The wiki's known settings with its original address, which its own links depend on. */
export async function importedSite(db: Reader): Promise<Site> {
  const row = await db.selectFrom('site_setting').where('key', '=', SITE_INFO).select('value').executeTakeFirst()
  const info = storedObject<{ general: { server?: string } }>(row?.value ?? null)
  return loadSite(db, info.general?.server ?? '')
}

/** Stores the site information of an export unless more is already known. */
export async function keepExportedSite(store: Store, exported: ExportSiteInfo): Promise<void> {
  const existing = await store.read
    .selectFrom('site_setting')
    .where('key', '=', SITE_INFO)
    .select('key')
    .executeTakeFirst()
  if (existing === undefined) await store.transaction(tx => storeSiteInfo(tx, siteInfoOf(exported)))
}
