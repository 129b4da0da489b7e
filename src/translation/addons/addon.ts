import type { Services } from '#core/services.ts'
import type { Fields, Input } from '#fields/field.ts'
import type { ComponentParts } from '../catalogue/components.ts'

/**
 * When an add-on does its work: after a file or a language came into a component, once a day, while a file's new strings are
 * taken in (those have no `run`: `catalogue/new-strings.ts` looks for them by name), or behind any change (`notifications/web-hooks.ts`).
 */
export type AddonEvent = 'component-update' | 'daily' | 'new-string' | 'change'

/** Something a project can have done for itself. Declared with `addon`, so that `run` gets its settings typed. */
export interface Addon {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly settings: Fields
  readonly events: readonly AddonEvent[]
  /** What happens in one component matters to the others: an update of one has it run on all. */
  readonly wholeProject?: boolean
  /** Works on one component and says how much it changed. Doing it twice must be as good as once. */
  // biome-ignore lint/suspicious/noExplicitAny: the typed handler is checked where the add-on is declared
  readonly run?: (services: Services, parts: ComponentParts, settings: any) => Promise<number>
}

export const addon = <F extends Fields>(
  declaration: Omit<Addon, 'settings' | 'run'> & {
    settings: F
    run?: (services: Services, parts: ComponentParts, settings: Input<F>) => Promise<number>
  },
): Addon => declaration
