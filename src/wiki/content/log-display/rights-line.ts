import { parseTimestamp } from '../../site/timestamp.ts'
import { type Line, type LogTools, linkToPage, type ShownEntry, targetOf } from './log-tools.ts'
import { isNever, isPhpArray, textOf } from './read-params.ts'

/** Log line for a change of user groups. */
export function rightsLine(entry: ShownEntry, tools: LogTools): Line {
  const { action, params } = entry
  const name = entry.title.replaceAll('_', ' ')
  const target = linkToPage(tools, targetOf(entry), { label: name })
  const key = `logentry-rights-${action}`
  const before = params.get('4::oldgroups') ?? params.get('0')
  const after = params.get('5::newgroups') ?? params.get('1')
  if (before === undefined && after === undefined) return { key: `${key}-legacy`, params: [target] }
  return {
    key,
    params: [
      target,
      groupsInWords(before, params.get('oldmetadata'), name, tools),
      groupsInWords(after, params.get('newmetadata'), name, tools),
      name,
    ],
  }
}

type Stored = Parameters<typeof textOf>[0]

/** Temporary memberships come first. */
function groupsInWords(stored: Stored, metadata: Stored, user: string, tools: LogTools): string {
  const { words } = tools
  const groups = isPhpArray(stored) ? [...stored.values()].map(textOf) : textOf(stored).split(', ').filter(Boolean)
  if (groups.length === 0) return words.text('rightsnone')
  const temporary: string[] = []
  const permanent: string[] = []
  for (const [index, group] of groups.entries()) {
    const key = `group-${group}-member`
    const member = words.has(key) ? words.text(key, user) : group
    const details = isPhpArray(metadata) ? metadata.get(index) : undefined
    const expiry = isPhpArray(details) ? textOf(details.get('expiry')) : ''
    const end = isNever(expiry) ? null : parseTimestamp(expiry)
    if (end === null) permanent.push(member)
    else temporary.push(words.text('rightslogentry-temporary-group', member, tools.timeAndDate(end)))
  }
  return words.list([...temporary, ...permanent])
}
