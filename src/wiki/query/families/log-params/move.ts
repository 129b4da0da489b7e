import type { Row } from '../../../api/result/shape.ts'
import { type LogEntry, renamed } from '../../../content/log-display/read-params.ts'
import { type LogNames, showParams } from './show-value.ts'

const NAMES = {
  0: '4:title:target',
  1: '5:bool:suppressredirect',
  '4::target': '4:title:target',
  '5::noredir': '5:bool:suppressredirect',
}

/** Moves: where to, and whether a redirect stayed behind. Later versions say that in the action's name. */
export function showMove({ action, params }: LogEntry, names: LogNames): Row {
  const shown = showParams(renamed(params, NAMES), names)
  if (action.endsWith('_suppress_redir')) shown.suppressredirect = true
  else shown.suppressredirect ??= false
  return shown
}
