import type { Work } from '#translation/catalogue/work.ts'
import type { World } from './world.ts'

/** A change that is part of a larger transaction. Returns false if there was nothing to change. */
export type Operation = (world: World, piece: Work) => Promise<boolean>

/** A change through the REST API, in its own transaction. */
export type Request = (world: World) => Promise<boolean>
