import type { Work } from '#translation/catalogue/work.ts'
import type { World } from './world.ts'

/** Something that somebody may do to strings, inside one piece of work with others. Says false when there was nothing to do it to. */
export type Operation = (world: World, piece: Work) => Promise<boolean>

/** The same through the REST API, a request of its own. */
export type Request = (world: World) => Promise<boolean>
