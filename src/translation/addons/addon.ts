import type { Services } from '#core/services.ts'
import type { Fields, Input } from '#fields/field.ts'
import type { ComponentParts } from '../catalogue/components.ts'

/**
 * When an add-on runs: after a file or language was added to a component, after an update from its repository, daily, with every commit (`repositories/` looks
 * it up by name), while new strings of a file are imported (without `run`: `catalogue/new-strings.ts` looks them up by
 * name), or after any change (`notifications/web-hooks.ts`).
 */
export type AddonEvent = 'component-update' | 'repository-update' | 'daily' | 'commit' | 'new-string' | 'change'

/** An automation for a project or component. Declare it with `addon` so that `run` gets typed settings. */
export interface Addon {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly settings: Fields
  readonly events: readonly AddonEvent[]
  /** An update of one component runs it on all components of the project. */
  readonly wholeProject?: boolean
  /** Why a component cannot use it; null if it can. In a project, such components are left out. */
  readonly refuses?: (parts: ComponentParts) => string | null | Promise<string | null>
  /** May be installed several times in one place, with different settings. */
  readonly repeatable?: boolean
  /** Only for components, not for whole projects. */
  readonly componentOnly?: boolean
  /** Throws if a component cannot use these settings, also to show what they would do. */
  // biome-ignore lint/suspicious/noExplicitAny: as below
  readonly check?: (services: Services, parts: ComponentParts, settings: any) => Promise<void>
  /** Processes one component and returns the number of changes. Must be idempotent. */
  // biome-ignore lint/suspicious/noExplicitAny: the typed handler is checked where the add-on is declared
  readonly run?: (services: Services, parts: ComponentParts, settings: any) => Promise<number>
}

export const addon = <F extends Fields>(
  declaration: Omit<Addon, 'settings' | 'run' | 'check'> & {
    settings: F
    check?: (services: Services, parts: ComponentParts, settings: Input<F>) => Promise<void>
    run?: (services: Services, parts: ComponentParts, settings: Input<F>) => Promise<number>
  },
): Addon => declaration
