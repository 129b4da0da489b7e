import type { Caller } from '#accounts/caller.ts'
import type { ApiMessage } from '../messages/message.ts'
import type { TitleLists } from './blocked-lists/title-lists.ts'
import type { CallerBlock } from './caller-block.ts'
import type { GroupLinks } from './group-links.ts'
import type { ProtectedPage, Protections } from './protection.ts'
import type { Viewer } from './viewer.ts'

/** Who protected a title from creation, and why, for the error message. */
export interface CreateProtector {
  readonly name: string
  readonly reason: string
}

/**
 * `quick` checks rights and the page's own protection; `full` also checks
 * blocks and cascading protection, and is authoritative.
 */
export type Rigor = 'quick' | 'full'

/** A page with its content model, since scripts and styles have their own rules. */
export interface PermissionPage extends ProtectedPage {
  readonly model: string
}

/** Reason for a denied permission. */
export interface Denial extends ApiMessage {
  /** The block that caused it. */
  readonly block?: CallerBlock
}

/** What the rules need to know about the caller, the site and the pages; loaded in advance for all pages. */
export interface PermissionFacts {
  readonly run: Pick<Viewer, 'wiki' | 'titleText' | 'now'>
  readonly caller: Caller
  readonly protections: Protections
  readonly protectors: ReadonlyMap<number, CreateProtector>
  readonly block: CallerBlock | null
  readonly groupLinks: GroupLinks
  readonly titles: TitleLists
}
