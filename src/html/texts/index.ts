import { account } from './account.ts'
import { actions } from './actions.ts'
import { admin } from './admin.ts'
import { browse } from './browse.ts'
import { docs } from './docs.ts'
import { fields } from './fields.ts'
import { following } from './following.ts'
import { frame, states } from './frame.ts'
import { home } from './home.ts'
import { manage, task } from './manage.ts'
import { notifications } from './notifications.ts'
import { repositories } from './repositories.ts'
import { rest } from './rest.ts'
import { sandbox } from './sandbox.ts'
import { setAside } from './set-aside.ts'
import { translate } from './translate.ts'
import { wiki } from './wiki.ts'
import { write } from './write.ts'

/** A text of the interface in English: what stands there, or one text for each plural category of English. */
export type SourceText = string | { readonly one: string; readonly other: string }

/** The sections of the interface. An island names those that it speaks. */
// One line for each, so that two who add one do not meet.
// biome-ignore format: see above
export const SECTIONS = {
  account,
  actions,
  admin,
  browse,
  docs,
  fields,
  following,
  frame,
  home,
  manage,
  notifications,
  repositories,
  rest,
  sandbox,
  setAside,
  states,
  task,
  translate,
  wiki,
  write,
} as const

export type Section = keyof typeof SECTIONS

type Keys<S> = S extends unknown ? keyof S : never
export type TextKey = Keys<(typeof SECTIONS)[Section]>

/** Every text, by key. */
export const SOURCE_TEXTS: Readonly<Record<string, SourceText>> = Object.assign({}, ...Object.values(SECTIONS))
