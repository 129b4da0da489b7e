import { CacheFollower } from '#events/change-follower.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { plainVariants, Variants } from '../site/variants/variants.ts'
import { readTables, TABLES_IMPORTED } from './conversion-tables.ts'
import { namesList, readLocalLists } from './local-lists.ts'

/** The namespace of the lists, as links on the wiki name it. */
const namespaceOf = ({ namespaces }: Site): string => namespaces.get(NS.mediawiki)?.name ?? 'MediaWiki'

/** Conversion between variants with the imported tables and the lists of a wiki, as of now. */
export async function readVariants(db: Reader, site: Site, before?: Variants): Promise<Variants> {
  const tables = await readTables(db)
  const { lists, version } = await readLocalLists(db, namespaceOf(site))
  const name = tables === null && version === '' ? '' : `${tables?.version ?? ''} ${version}`
  if (name === (before ?? plainVariants).source.version) return before ?? plainVariants
  return new Variants({ version: name, tables: tables?.texts ?? null, lists }, before)
}

/**
 * Conversion between variants as this process knows it. The texts of the tables are kept in memory from the first use,
 * and prepared when a text is converted. All processes follow changes through the change log.
 */
export class SiteVariants {
  readonly #db: Reader
  readonly #site: () => Site
  readonly #follower = new CacheFollower(async changes => {
    if (changes === null || changes.some(concernsVariants)) await this.#load()
  })
  #current = plainVariants

  constructor(db: Reader, site: () => Site) {
    this.#db = db
    this.#site = site
  }

  /** As of the last `catchUp`. The same object until something changes. */
  get current(): Variants {
    return this.#current
  }

  /** Loads what was changed since the last call. Call it before converting. */
  catchUp(): Promise<void> {
    return this.#follower.catchUp(this.#db)
  }

  async #load(): Promise<void> {
    this.#current = await readVariants(this.#db, this.#site(), this.#current)
  }
}

/** Edits, moves, deletions and the like name the page; an import may bring any page. */
function concernsVariants({ area, kind, subject, data }: LoggedChange): boolean {
  if (area !== TABLES_IMPORTED.area) return false
  return kind === TABLES_IMPORTED.kind || kind === 'import' || namesList(subject) || namesList(JSON.stringify(data))
}
