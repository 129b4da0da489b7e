import { account } from './account.ts'
import { actions } from './actions.ts'
import { admin } from './admin.ts'
import { alerts } from './alerts.ts'
import { applications } from './applications.ts'
import { browse } from './browse.ts'
import { bulk } from './bulk.ts'
import { docs } from './docs.ts'
import { face } from './face.ts'
import { fields } from './fields.ts'
import { following } from './following.ts'
import { frame, states } from './frame.ts'
import { home } from './home.ts'
import { inbox } from './inbox.ts'
import { machinery } from './machinery.ts'
import { manage, task } from './manage.ts'
import { notifications } from './notifications.ts'
import { patrol } from './patrol.ts'
import { repositories } from './repositories.ts'
import { rest } from './rest.ts'
import { sandbox } from './sandbox.ts'
import { setAside } from './set-aside.ts'
import { setup } from './setup.ts'
import { signIn } from './sign-in.ts'
import { talk } from './talk.ts'
import { translate } from './translate.ts'
import { upload } from './upload.ts'
import { webhooks } from './webhooks.ts'
import { wiki } from './wiki.ts'
import { write } from './write.ts'

/** An English interface text, or its two plural forms. */
export type SourceText = string | { readonly one: string; readonly other: string }

/** Sections of interface texts. An island names the sections it needs. */
// One per line, to avoid merge conflicts.
// biome-ignore format: see above
export const SECTIONS = {
  account,
  actions,
  admin,
  alerts,
  applications,
  browse,
  bulk,
  docs,
  face,
  fields,
  following,
  frame,
  home,
  inbox,
  machinery,
  manage,
  notifications,
  patrol,
  repositories,
  rest,
  sandbox,
  setAside,
  setup,
  signIn,
  states,
  talk,
  task,
  translate,
  upload,
  webhooks,
  wiki,
  write,
} as const

export type Section = keyof typeof SECTIONS

type Keys<S> = S extends unknown ? keyof S : never
export type TextKey = Keys<(typeof SECTIONS)[Section]>

/** All texts, by key. */
export const SOURCE_TEXTS: Readonly<Record<string, SourceText>> = Object.assign({}, ...Object.values(SECTIONS))
