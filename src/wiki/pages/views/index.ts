import { deleteView } from '../moderation/delete.ts'
import { protect, unprotect } from '../moderation/protect.ts'
import { markPatrolled, revertFile, rollback } from '../moderation/small-views.ts'
import type { View } from '../page.ts'
import { diffView } from './diff.ts'
import { editView, submitView } from './edit.ts'
import { history } from './history.ts'
import { info } from './info.ts'
import { purgeView } from './purge.ts'
import { rawView, readView, renderView } from './read.ts'
import { newTopicView, replyView, subscribeView } from './reply.ts'
import { unwatch, watch } from './watch.ts'

/** Views of a page by `action=…`. To add one, create its file and add a line here. */
// One per line, to avoid merge conflicts.
// biome-ignore format: see above
export const VIEWS: readonly View[] = [
  diffView,
  editView,
  deleteView,
  markPatrolled,
  protect,
  revertFile,
  rollback,
  unprotect,
  history,
  info,
  newTopicView,
  purgeView,
  rawView,
  readView,
  renderView,
  replyView,
  submitView,
  subscribeView,
  unwatch,
  watch,
]
