import { list, type Row } from '../../../api/result/shape.ts'
import { isPhpArray, type LogEntry, renamed, textOf } from '../../../content/log-display/read-params.ts'
import type { PhpValue } from '../../../php/unserialize.ts'
import { type LogNames, showExpiry, showParams } from './show-value.ts'

const NAMES = { 0: 'oldgroups', 1: 'newgroups', '4::oldgroups': 'oldgroups', '5::newgroups': 'newgroups' }

/** Parameters of group changes. Entries of any age include the expiry, even if there is none. */
export function showRights(entry: LogEntry, names: LogNames): Row {
  const params = renamed(entry.params, NAMES)
  const shown = showParams(params, names)
  for (const [groupsKey, metadataKey] of [
    ['oldgroups', 'oldmetadata'],
    ['newgroups', 'newmetadata'],
  ] as const) {
    if (!params.has(groupsKey)) continue
    const groups = groupsOf(params.get(groupsKey))
    const metadata = params.get(metadataKey)
    shown[groupsKey] = list('g', groups)
    shown[metadataKey] = list(
      'g',
      groups.map((group, index) => ({ group, expiry: showExpiry(expiryOf(metadata, index), 'infinity') })),
    )
  }
  return shown
}

const groupsOf = (groups: PhpValue | undefined): string[] =>
  isPhpArray(groups) ? [...groups.values()].map(textOf) : textOf(groups).split(', ').filter(Boolean)

function expiryOf(metadata: PhpValue | undefined, index: number): PhpValue | undefined {
  const entry = isPhpArray(metadata) ? metadata.get(index) : undefined
  return isPhpArray(entry) ? entry.get('expiry') : undefined
}
