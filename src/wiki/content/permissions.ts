import type { Caller } from '#accounts/caller.ts'
import type { ActionRun } from '../api/action-run.ts'
import type { ApiMessage } from '../messages/message.ts'
import { type CallerBlock, callerBlock } from './caller-block.ts'
import { GroupLinks } from './group-links.ts'
import { type CreateProtector, createProtectors, denialsOf } from './permission-rules.ts'
import { type ProtectedPage, Protections } from './protection.ts'

/**
 * `quick` looks at rights and at the page's own protection; `full` also at blocks and at protection that cascades from
 * other pages, which is what counts in the end.
 */
export type Rigor = 'quick' | 'full'

/** A page, with the model of its content: scripts and styles have rules of their own. */
export interface PermissionPage extends ProtectedPage {
  readonly model: string
}

/** Why somebody may not do something. */
export interface Denial extends ApiMessage {
  /** The block that stands behind it. */
  readonly block?: CallerBlock
}

/** What the rules need to know of the caller, the site and the pages; read beforehand, for all pages at once. */
export interface PermissionFacts {
  readonly run: Pick<ActionRun, 'wiki' | 'titleText' | 'now'>
  readonly caller: Caller
  readonly protections: Protections
  readonly protectors: ReadonlyMap<number, CreateProtector>
  readonly block: CallerBlock | null
  readonly groupLinks: GroupLinks
}

type Run = Pick<ActionRun, 'wiki' | 'db' | 'caller' | 'now' | 'language' | 'titleText'>

/** What a caller may do to pages, by MediaWiki's rules. Serves the tests of prop=info and every action that writes. */
export class Permissions {
  readonly #facts: PermissionFacts

  private constructor(facts: PermissionFacts) {
    this.#facts = facts
  }

  static async load(run: Run, pages: readonly ProtectedPage[]): Promise<Permissions> {
    const protections = await Protections.load(run.db, pages)
    return new Permissions({
      run,
      caller: run.caller,
      protections,
      protectors: await createProtectors(run.db, pages, protections, run.now),
      block: await callerBlock(run.db, run.caller, run.now),
      groupLinks: await GroupLinks.load(run),
    })
  }

  /** Every reason that stands against it; none means that the caller may. */
  denials(action: string, page: PermissionPage, rigor: Rigor = 'full'): Denial[] {
    return unique(denialsOf(this.#facts, action, page, rigor, false))
  }

  can(action: string, page: PermissionPage, rigor: Rigor = 'full'): boolean {
    return denialsOf(this.#facts, action, page, rigor, true).length === 0
  }
}

function unique(denials: readonly Denial[]): Denial[] {
  const known = new Map(denials.map(denial => [JSON.stringify([denial.key, denial.params]), denial]))
  return [...known.values()]
}
