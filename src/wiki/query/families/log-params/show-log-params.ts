import type { Row } from '../../../api/result/shape.ts'
import { type LogEntry, renamed } from '../../../content/log-display/read-params.ts'
import { showBlock } from './block.ts'
import { showDeletion } from './deletion.ts'
import { showMove } from './move.ts'
import { showProtection } from './protection.ts'
import { showRights } from './rights.ts'
import { type LogNames, showParams } from './show-value.ts'

type Show = (entry: LogEntry, names: LogNames) => Row

/** For logs whose parameters need new names and nothing else. */
const renaming =
  (newNames: Readonly<Record<string, string>>): Show =>
  ({ params }, names) =>
    showParams(renamed(params, newNames), names)

const MERGED = {
  0: '4:title:dest',
  1: '5:timestamp:mergepoint',
  '4::dest': '4:title:dest',
  '5::mergepoint': '5:timestamp:mergepoint',
}

const PATROLLED = {
  0: '4:number:curid',
  1: '5:number:previd',
  2: '6:bool:auto',
  '4::curid': '4:number:curid',
  '5::previd': '5:number:previd',
  '6::auto': '6:bool:auto',
}

const BY_TYPE: Readonly<Record<string, Show>> = {
  block: showBlock,
  delete: showDeletion,
  merge: renaming(MERGED),
  move: showMove,
  patrol: renaming(PATROLLED),
  protect: showProtection,
  rights: showRights,
  suppress: (entry, names) => (entry.action.endsWith('block') ? showBlock : showDeletion)(entry, names),
  upload: renaming({ img_timestamp: ':timestamp:img_timestamp' }),
}

/** The parameters of a log entry, as answers show them. */
export function showLogParams(entry: LogEntry, names: LogNames): Row {
  const show = Object.hasOwn(BY_TYPE, entry.type) ? BY_TYPE[entry.type]! : renaming({})
  return show(entry, names)
}
