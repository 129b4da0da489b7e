import type { Field } from '../parts/form.ts'
import type { Sent, Visit } from '../visit.ts'

interface Names {
  /** Names of the two fields, as in MediaWiki's form. */
  readonly list?: string
  readonly other?: string
}

const OTHER = 'other'

/** Predefined reasons from a message (`* group`, `** reason`) and a field for a custom one. */
export function reasonFields(
  visit: Visit,
  message: string,
  label: string,
  { list = 'wpReasonList', other = 'wpReason' }: Names = {},
): Field[] {
  const { words } = visit
  const offered = words.has(message)
    ? [...(words.source(message) ?? '').matchAll(/^\*\*\s*(.+?)\s*$/gm)].map(([, reason]) => reason!)
    : []
  const own: Field = {
    name: other,
    label: offered.length === 0 ? words.text(label) : words.text('deleteotherreason'),
    max: 500,
  }
  if (offered.length === 0) return [own]
  const options = [
    [OTHER, words.text('htmlform-selectorother-other')],
    ...offered.map(reason => [reason, reason] as const),
  ] as const
  return [{ kind: 'choice', name: list, label: words.text(label), options, value: OTHER }, own]
}

/** Combines the selected and the custom reason. */
export function reasonOf(visit: Visit, sent: Sent, { list = 'wpReasonList', other = 'wpReason' }: Names = {}): string {
  const chosen = sent.text(list)
  const parts = [chosen === OTHER ? '' : chosen, sent.text(other).trim()].filter(part => part !== '')
  return parts.join(visit.words.text('colon-separator'))
}

/** Predefined durations from a message (`a day:1 day,…`) and a field for a custom one. */
export function expiryFields(visit: Visit, message: string, label: string, now = 'infinite'): Field[] {
  const { words } = visit
  const offered = (words.source(message) ?? '').split(',').flatMap(pair => {
    const [text, value] = pair.split(':').map(part => part.trim())
    return text && value ? [[value, text] as const] : []
  })
  const isOffered = offered.some(([value]) => value === now)
  return [
    {
      kind: 'choice',
      name: 'wpExpirySelection',
      label: words.text(label),
      value: isOffered ? now : OTHER,
      options: [...offered, [OTHER, words.text('htmlform-selectorother-other')]],
    },
    {
      name: 'wpExpiryOther',
      label: words.text('protect-othertime'),
      value: isOffered ? '' : now,
      hint: visit.reader.t('wiki.expiry_hint'),
    },
  ]
}

export function expiryOf(sent: Sent): string {
  const chosen = sent.text('wpExpirySelection')
  const written = sent.text('wpExpiryOther').trim()
  return chosen === OTHER || chosen === '' ? written || 'infinite' : chosen
}

/** Checkbox for watching the page. */
export const watchField = (visit: Visit, name = 'wpWatch'): Field[] =>
  visit.caller.account === null ? [] : [{ kind: 'box', name, label: visit.words.text('watchthis') }]

export const watchlistValue = (sent: Sent, name = 'wpWatch'): string => (sent.has(name) ? 'watch' : 'nochange')
