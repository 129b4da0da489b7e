import { readTogether } from '#store/read-together.ts'
import { TitleLists } from './blocked-lists/title-lists.ts'
import { callerBlock } from './caller-block.ts'
import { GroupLinks } from './group-links.ts'
import type { Denial, PermissionFacts, PermissionPage, Rigor } from './permission-facts.ts'
import { createProtectors, denialsOf } from './permission-rules.ts'
import { type ProtectedPage, Protections } from './protection.ts'
import type { Viewer } from './viewer.ts'

type Run = Pick<Viewer, 'wiki' | 'db' | 'caller' | 'now' | 'language' | 'titleText'>

/** What a caller may do to pages, by MediaWiki's rules. Used by the tests of prop=info and by every write action. */
export class Permissions {
  readonly #facts: PermissionFacts

  private constructor(facts: PermissionFacts) {
    this.#facts = facts
  }

  static async load(run: Run, pages: readonly ProtectedPage[]): Promise<Permissions> {
    const [protections, block, groupLinks, titles] = await readTogether(() => [
      Protections.load(run.db, pages),
      callerBlock(run.db, run.caller, run.now),
      GroupLinks.load(run),
      TitleLists.load(run.wiki),
    ])
    const protectors = await createProtectors(run.db, pages, protections, run.now)
    return new Permissions({ run, caller: run.caller, protections, protectors, block, groupLinks, titles })
  }

  /** All reasons for denial; empty when the caller has permission. */
  denials(action: string, page: PermissionPage, rigor: Rigor = 'full'): Denial[] {
    return unique(denialsOf(this.#facts, action, page, rigor, false))
  }

  can(action: string, page: PermissionPage, rigor: Rigor = 'full'): boolean {
    return denialsOf(this.#facts, action, page, rigor, true).length === 0
  }
}

function unique(denials: readonly Denial[]): Denial[] {
  const byMessage = new Map(denials.map(denial => [JSON.stringify([denial.key, denial.params]), denial]))
  return [...byMessage.values()]
}
