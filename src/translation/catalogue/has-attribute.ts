// Searches for strings that have something, `has:…`.
import { contains } from './contains.ts'
import { SearchError } from './search-query.ts'
import { type Condition, exists, type Units } from './term-conditions.ts'

const PLURAL_SEPARATOR = '\u001e\u001e'

const COUNTED = {
  suggestion: 'unit.suggestion_count',
  comment: 'unit.comment_count',
  check: 'unit.failing_checks',
  'failing-check': 'unit.failing_checks',
} as const

const ATTRIBUTES: Record<string, (eb: Units) => Condition> = {
  'dismissed-check': eb => failing(eb, 1),
  translation: eb => eb('unit.target', '<>', ''),
  label: eb => exists(labels(eb)),
  'resolved-comment': eb => exists(comments(eb, 'unit.id', 1)),
  'source-comment': eb => exists(comments(eb, 'unit.source_unit_id', 0)),
  'resolved-source-comment': eb => exists(comments(eb, 'unit.source_unit_id', 1)),
  screenshot: eb => exists(screenshots(eb)),
  plural: () => contains('unit.source', PLURAL_SEPARATOR) as unknown as Condition,
  note: eb => eb('unit.note', '<>', ''),
  explanation: eb =>
    eb.or([eb('unit.explanation', '<>', ''), exists(sourceUnit(eb).where('source.explanation', '<>', ''))]),
  flags: eb => eb.or([eb('unit.flags', '<>', ''), exists(sourceUnit(eb).where('source.extra_flags', '<>', ''))]),
  location: eb => eb('unit.location', '<>', ''),
  context: eb => eb('unit.context', '<>', ''),
  variant: eb =>
    exists(
      eb
        .selectFrom('unit_variant')
        .select('unit_variant.unit_id')
        .whereRef('unit_variant.unit_id', '=', 'unit.source_unit_id')
        .where('unit_variant.defines', '=', 1),
    ),
}

/** Valid values of `has:`. */
const NAMES = [...Object.keys(COUNTED), ...Object.keys(ATTRIBUTES)].sort()

export function has(eb: Units, value: string): Condition {
  const name = value.replaceAll('_', '-')
  if (Object.hasOwn(COUNTED, name)) return eb(COUNTED[name as keyof typeof COUNTED], '>', 0)
  const condition = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined
  if (condition === undefined)
    throw new SearchError(`Unknown search term "has:${value}". Valid terms: ${NAMES.join(', ')}.`)
  return condition(eb)
}

export const sourceUnit = (eb: Units) =>
  eb.selectFrom('unit as source').select('source.id').whereRef('source.id', '=', 'unit.source_unit_id')

export const comments = (eb: Units, of: 'unit.id' | 'unit.source_unit_id', resolved: 0 | 1) =>
  eb
    .selectFrom('unit_comment')
    .select('unit_comment.id')
    .whereRef('unit_comment.unit_id', '=', of)
    .where('unit_comment.resolved', '=', resolved)

export const labels = (eb: Units) =>
  eb
    .selectFrom('unit_label')
    .innerJoin('label', 'label.id', 'unit_label.label_id')
    .select('unit_label.unit_id')
    .whereRef('unit_label.unit_id', '=', 'unit.source_unit_id')

export const screenshots = (eb: Units) =>
  eb
    .selectFrom('screenshot_unit')
    .innerJoin('screenshot', 'screenshot.id', 'screenshot_unit.screenshot_id')
    .select('screenshot_unit.unit_id')
    .whereRef('screenshot_unit.unit_id', '=', 'unit.source_unit_id')

export const failing = (eb: Units, dismissed: 0 | 1, check?: string): Condition =>
  exists(
    eb
      .selectFrom('check_failure')
      .select('check_failure.unit_id')
      .whereRef('check_failure.unit_id', '=', 'unit.id')
      .where('check_failure.dismissed', '=', dismissed)
      .$if(check !== undefined, query => query.where('check_failure.check_id', '=', check!)),
  )
