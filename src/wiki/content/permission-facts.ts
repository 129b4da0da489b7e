import type { Caller } from '#accounts/caller.ts'
import type { ApiMessage } from '../messages/message.ts'
import type { TitleLists } from './blocked-lists/title-lists.ts'
import type { CallerBlock } from './caller-block.ts'
import type { GroupLinks } from './group-links.ts'
import type { ProtectedPage, Protections } from './protection.ts'
import type { Viewer } from './viewer.ts'

/** Who protected a title from creation, and why; the message says so. */
export interface CreateProtector {
  readonly name: string
  readonly reason: string
}

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
  readonly run: Pick<Viewer, 'wiki' | 'titleText' | 'now'>
  readonly caller: Caller
  readonly protections: Protections
  readonly protectors: ReadonlyMap<number, CreateProtector>
  readonly block: CallerBlock | null
  readonly groupLinks: GroupLinks
  readonly titles: TitleLists
}
