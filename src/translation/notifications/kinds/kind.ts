import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { ProjectPermission } from '../../catalogue/permission-names.ts'

export type ChangeRow = Selectable<Database['translation_change']>

/**
 * How language limits recipients. `any`: no limit. `own`: only translators of the change's language. `spread`: like
 * `own`, but a change to a source string reaches all languages of its component. `unless source`: like `own`, but a
 * change to a source string reaches everyone.
 */
type LanguageRule = 'any' | 'own' | 'spread' | 'unless source'

/** A notification kind: what triggers it and who receives it. `index.ts` assigns its API name. */
export interface KindDeclaration {
  readonly label: string
  /** Weblate's action numbers that trigger it. */
  readonly actions: readonly number[]
  readonly languages: LanguageRule
  /** Only changes of a string trigger it. */
  readonly needsUnit?: true
  /** Further condition on a change with a matching action. */
  readonly fits?: (change: ChangeRow) => boolean
  /** Restricts recipients to these accounts, even if others subscribed. */
  readonly only?: (db: Reader, change: ChangeRow) => Promise<ReadonlySet<number>>
  /** Restricts recipients to those with this permission in the project. */
  readonly may?: ProjectPermission
  /** "Watched projects" subscriptions apply to all projects. */
  readonly ignoresWatching?: true
  /** Wins over all other kinds for the same change. */
  readonly first?: true
  /** Languages into which the string is already translated are left out. */
  readonly onlyUntranslated?: true
  /** Sent in digests only. */
  readonly digestOnly?: true
  /** Reports counts per translation instead of listing changes. */
  readonly counted?: true
  /** Lists translations with pending work, whether or not anything changed. */
  readonly waiting?: 'suggestions' | 'unfinished'
}
