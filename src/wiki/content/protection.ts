import { padded } from '#store/keyset.ts'
import { readTogether } from '#store/read-together.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'
import { linkTargets, type PageName, type PageRow } from './pages.ts'

/** A restriction on one kind of change. */
export interface Restriction {
  readonly type: string
  /** The required right, or the legacy names `sysop` and `autoconfirmed`. */
  readonly level: string
  /** Null when it never expires. */
  readonly expiresAt: number | null
}

/** Whether it also applies to everything the page includes. */
interface OwnRestriction extends Restriction {
  readonly cascade: boolean
}

/** Inherited from a page that includes this one and has cascading protection. */
interface CascadedRestriction extends Restriction {
  readonly source: PageName
}

interface CreateProtection extends Restriction {
  readonly type: 'create'
  readonly byAccount: number
  readonly summaryId: number
}

interface Protection {
  readonly own: OwnRestriction[]
  readonly cascaded: CascadedRestriction[]
  /** Only for a page that does not exist. */
  create: CreateProtection | null
}

/** A page name, and its row if the page exists. */
export interface ProtectedPage extends PageName {
  readonly page: PageRow | null
}

export const isInForce = ({ expiresAt }: Restriction, now: number): boolean => expiresAt === null || expiresAt > now

/** All recorded protection of these pages, including expired entries, which stay in the tables. */
export class Protections {
  readonly #byName = new Map<string, Protection>()

  static async load(db: Reader, pages: readonly ProtectedPage[]): Promise<Protections> {
    const protections = new Protections()
    const [files, others] = [pages.filter(isFile), pages.filter(page => !isFile(page))]
    await readTogether(() => [
      protections.#loadOwn(db, pages),
      protections.#loadCreate(db, pages),
      protections.#loadCascaded(db, 'image_link', files),
      protections.#loadCascaded(db, 'template_link', others),
    ])
    return protections
  }

  of({ ns, title }: PageName): Protection {
    const key = `${ns}:${title}`
    const entry = this.#byName.get(key) ?? { own: [], cascaded: [], create: null }
    this.#byName.set(key, entry)
    return entry
  }

  async #loadOwn(db: Reader, pages: readonly ProtectedPage[]): Promise<void> {
    const byId = new Map(pages.flatMap(({ page }) => (page ? [[page.id, page] as const] : [])))
    if (byId.size === 0) return
    const rows = await RESTRICTIONS.where('page_id', 'in', [...byId.keys()]).all(db)
    for (const { page_id, type, level, cascade, expires_at } of rows) {
      this.of(byId.get(page_id)!).own.push({ type, level, cascade: cascade === 1, expiresAt: expires_at })
    }
  }

  async #loadCreate(db: Reader, pages: readonly ProtectedPage[]): Promise<void> {
    const missing = pages.filter(({ page }) => page === null)
    for (const [ns, group] of Map.groupBy(missing, ({ ns }) => ns)) {
      const titles = group.map(({ title }) => title)
      const rows = await db
        .selectFrom('protected_title')
        .where('ns', '=', ns)
        .where('title', 'in', padded(titles))
        .selectAll()
        .execute()
      for (const row of rows) {
        this.of(row).create = {
          type: 'create',
          level: row.level,
          expiresAt: row.expires_at,
          byAccount: row.account_id,
          summaryId: row.summary_id,
        }
      }
    }
  }

  /** Loads cascading pages first, since they are few, and then what they include. */
  async #loadCascaded(
    db: Reader,
    links: 'template_link' | 'image_link',
    pages: readonly ProtectedPage[],
  ): Promise<void> {
    const ids = await linkTargets(db, pages)
    if (ids.size === 0) return
    const rows = await db
      .selectFrom('page_restriction')
      .innerJoin('page', 'page.id', 'page_restriction.page_id')
      .innerJoin(`${links} as link` as 'template_link as link', 'link.from_id', 'page_restriction.page_id')
      .innerJoin('link_target', 'link_target.id', 'link.target_id')
      .where('page_restriction.cascade', '=', 1)
      .where('link.target_id', 'in', padded([...ids.values()]))
      .orderBy('page_restriction.page_id')
      .orderBy('page_restriction.type')
      .select(['page_restriction.type', 'page_restriction.level', 'page_restriction.expires_at'])
      .select(['page.ns', 'page.title', 'link_target.ns as target_ns', 'link_target.title as target_title'])
      .execute()
    for (const { type, level, expires_at, ns, title, target_ns, target_title } of rows) {
      const { cascaded } = this.of({ ns: target_ns, title: target_title })
      cascaded.push({ type, level, expiresAt: expires_at, source: { ns, title } })
    }
  }
}

const RESTRICTIONS = statement(db => db.selectFrom('page_restriction').orderBy('page_id').orderBy('type').selectAll())

const isFile = ({ ns }: PageName): boolean => ns === NS.file
