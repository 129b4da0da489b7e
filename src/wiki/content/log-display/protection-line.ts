import type { PhpValue } from '../../php/unserialize.ts'
import { parseTimestamp } from '../../site/timestamp.ts'
import { type Line, type LogTools, linkToPage, linkToTitle, type ShownEntry, targetOf } from './log-tools.ts'
import { isNever, isPhpArray, textOf, truthOf } from './read-params.ts'

/** Log line for protection, unprotection, or protection moved along with a page. */
export function protectionLine(entry: ShownEntry, tools: LogTools): Line {
  const { action, params } = entry
  const key = `logentry-protect-${action}`
  const target = linkToPage(tools, targetOf(entry))
  if (action === 'move_prot') {
    const from = textOf(params.get('4::oldtitle') ?? params.get('0'))
    return { key, params: [target, linkToTitle(tools, from, 'redirect=no')] }
  }
  if (action !== 'protect' && action !== 'modify') return { key, params: [target] }
  const details = params.get('details')
  const description = isPhpArray(details)
    ? [...details.values()].map(detail => detailInWords(detail, tools)).join(' ')
    : textOf(params.get('4::description') ?? params.get('0'))
  const cascades = truthOf(params.get('5:bool:cascade') ?? params.get('1'))
  return { key: cascades ? `${key}-cascade` : key, params: [target, description] }
}

function detailInWords(detail: PhpValue, tools: LogTools): string {
  if (!isPhpArray(detail)) return ''
  const { words } = tools
  const [type, level, expiry] = ['type', 'level', 'expiry'].map(name => textOf(detail.get(name))) as [
    string,
    string,
    string,
  ]
  const end = parseTimestamp(expiry)
  return words.text(
    'protect-summary-desc',
    words.has(`restriction-${type}`) ? words.text(`restriction-${type}`) : type,
    words.has(`protect-level-${level}`) ? words.text(`protect-level-${level}`) : words.text('protect-fallback', level),
    isNever(expiry) || end === null
      ? words.text('protect-expiry-indefinite')
      : words.text('protect-expiring-local', tools.timeAndDate(end)),
  )
}
