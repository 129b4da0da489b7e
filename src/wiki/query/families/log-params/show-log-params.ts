import type { Members } from '../../../api/result/kinds.ts'
import { list, type Row } from '../../../api/result/shape.ts'
import { isPhpArray, type LogEntry, renamed, textOf, truthOf } from '../../../content/log-display/read-params.ts'
import type { PhpValue } from '../../../php/unserialize.ts'
import { showBlock } from './block.ts'
import { showDeletion } from './deletion.ts'
import { showRights } from './rights.ts'
import { type LogNames, showExpiry, showParams } from './show-value.ts'

/** Names depend on the log and on the version that wrote the entry; unknown logs have their own. */
export const logParamMembers = { '*': 'any' } as const satisfies Members

type Show = (entry: LogEntry, names: LogNames) => Row

/** For logs that only need parameters renamed. */
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

/** Parameters of a log entry as shown in responses. */
export function showLogParams(entry: LogEntry, names: LogNames): Row {
  const show = Object.hasOwn(BY_TYPE, entry.type) ? BY_TYPE[entry.type]! : renaming({})
  return show(entry, names)
}

const NAMES = {
  0: '4:title:target',
  1: '5:bool:suppressredirect',
  '4::target': '4:title:target',
  '5::noredir': '5:bool:suppressredirect',
}

/** Parameters of a move: its target and whether it left a redirect. Newer entries encode that in the action. */
function showMove({ action, params }: LogEntry, names: LogNames): Row {
  const shown = showParams(renamed(params, NAMES), names)
  if (action.endsWith('_suppress_redir')) shown.suppressredirect = true
  else shown.suppressredirect ??= false
  return shown
}

const MOVED = { 0: '4:title-link:oldtitle', '4::oldtitle': '4:title-link:oldtitle' }
const SET = { 0: '4::description', 1: '5:bool:cascade' }

/** Parameters of a protection: description, cascading and details. */
function showProtection({ action, params }: LogEntry, names: LogNames): Row {
  if (action === 'move_prot') return showParams(renamed(params, MOVED), names)
  if (action !== 'protect' && action !== 'modify') return showParams(params, names)
  const shown = showParams(renamed(params, SET), names)
  const details = params.get('details')
  if (isPhpArray(details)) shown.details = list('detail', [...details.values()].map(showDetail))
  return shown
}

function showDetail(detail: PhpValue): Row {
  if (!isPhpArray(detail)) return {}
  return {
    type: textOf(detail.get('type')),
    level: textOf(detail.get('level')),
    expiry: showExpiry(detail.get('expiry'), 'infinite'),
    ...(detail.has('cascade') && { cascade: truthOf(detail.get('cascade')) }),
  }
}
