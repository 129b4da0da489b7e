import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { TranslationChangeTable } from '#store/tables/translation.ts'
import type { ProjectPermission } from '../../catalogue/permission-names.ts'

export type ChangeRow = Selectable<TranslationChangeTable>

/**
 * Whose languages count. `any`: everybody's. `own`: those of people who translate into the change's language. `spread`: the
 * same, but a change of a source string concerns all languages of its component. `unless source`: as `own`, and everybody's
 * when it is about a source string.
 */
type LanguageRule = 'any' | 'own' | 'spread' | 'unless source'

/** One kind of notification: what fires it and whom it concerns. Its name on the wire stands in the list of all kinds. */
export interface KindDeclaration {
  readonly label: string
  /** What a change must have done (the wire's numbers). */
  readonly actions: readonly number[]
  readonly languages: LanguageRule
  /** Whether it is about a string, so that a change without one does not count. */
  readonly needsUnit?: true
  /** Whether a change with a fitting action is to be told at all. */
  readonly fits?: (change: ChangeRow) => boolean
  /** Tells these people alone, whoever else has subscribed. */
  readonly only?: (db: Reader, change: ChangeRow) => Promise<ReadonlySet<number>>
  /** Tells nobody who may not do this in the project. */
  readonly may?: ProjectPermission
  /** Subscriptions for watched projects count in all of them. */
  readonly ignoresWatching?: true
  /** Sums up in digests and is never sent at once. */
  readonly digestOnly?: true
  /** Says how much was done in each translation instead of listing the changes. */
  readonly counted?: true
  /** Lists translations in which something waits, whether anything has changed or not. */
  readonly waiting?: 'suggestions' | 'unfinished'
}
