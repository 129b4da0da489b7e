import { list, type Row } from '../../../api/result/shape.ts'
import { isPhpArray, type LogEntry, renamed, textOf, truthOf } from '../../../content/log-display/read-params.ts'
import type { PhpValue } from '../../../php/unserialize.ts'
import { type LogNames, showExpiry, showParams } from './show-value.ts'

const MOVED = { 0: '4:title-link:oldtitle', '4::oldtitle': '4:title-link:oldtitle' }
const SET = { 0: '4::description', 1: '5:bool:cascade' }

/** Protections: from what, for whom, and until when. */
export function showProtection({ action, params }: LogEntry, names: LogNames): Row {
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
