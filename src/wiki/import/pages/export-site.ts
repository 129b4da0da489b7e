import { defaultSite } from '../../site/site.ts'
import type { NamespaceInfo } from '../../site/site-info.ts'
import type { ExportSiteInfo } from '../readers/xml/export-events.ts'

/** Converts the site information of an export to that of meta=siteinfo. It has less than a site file. */
export function siteInfoOf(exported: ExportSiteInfo): object {
  const defaults = defaultSite().info.namespaces
  const namespaces: Record<string, NamespaceInfo> = {}
  for (const { id, case: letterCase, name } of exported.namespaces) {
    const usual = defaults[String(id)]
    namespaces[id] = {
      ...usual,
      id,
      case: letterCase ?? 'first-letter',
      name,
      ...(id !== 0 && { canonical: usual?.canonical ?? name }),
      content: id === 0,
    }
  }
  return {
    general: {
      ...(exported.sitename !== undefined && { sitename: exported.sitename }),
      ...(exported.dbname !== undefined && { wikiid: exported.dbname }),
      ...(exported.language !== undefined && { lang: exported.language }),
      ...(exported.case !== undefined && { case: exported.case }),
      ...mainPageOf(exported.base),
    },
    ...(exported.namespaces.length > 0 && { namespaces }),
  }
}

/** The base URL of an export is that of the main page. */
function mainPageOf(base: string | undefined): { mainpage: string } | undefined {
  if (base === undefined || !URL.canParse(base)) return undefined
  const { pathname, searchParams } = new URL(base)
  const title = searchParams.get('title') ?? pathname.replace(/^\/(?:wiki\/|index\.php\/)?/, '')
  try {
    const mainpage = decodeURIComponent(title).replaceAll('_', ' ')
    return mainpage === '' ? undefined : { mainpage }
  } catch {
    return undefined
  }
}
