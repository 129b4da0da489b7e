import { help, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { boolean, integer, list, nested, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { splitForms } from '../../catalogue/forms.ts'
import type { TranslationRow } from '../../catalogue/rows.ts'
import {
  countBefore,
  countStrings,
  knownCount,
  type ListedString,
  type Place,
  stretchAt,
  stretchOf,
  type Where,
} from '../../catalogue/string-list.ts'
import { parseUnitSearch } from '../../catalogue/unit-search.ts'
import { shortText } from '../../values/short-text.ts'
import { read, resource } from '../resource.ts'
import { type AnyCall, findTranslation } from './find.ts'
import { explained } from './units.ts'

const forms = readOnly(list(text({ blank: true, verbatim: true })))

const ListedUnit = shape('ListedString', 'A string in a list.', {
  id: readOnly(integer()),
  position: readOnly(integer()),
  source: forms,
  target: forms,
  state: readOnly(integer()),
  has_failing_check: readOnly(boolean()),
  has_suggestion: readOnly(boolean()),
  has_comment: readOnly(boolean()),
  num_plurals: readOnly(integer()),
  context: readOnly(text({ blank: true, verbatim: true })),
})

const Strings = shape('Strings', 'A page of matching strings, in file order.', {
  count: help(
    readOnly(nullable(integer())),
    'Number of matching strings; null if it is expensive to compute and was not requested.',
  ),
  count_is_known: readOnly(boolean()),
  position_of_first: help(
    readOnly(nullable(integer())),
    'Number of matching strings before this page; null if it is expensive to compute and was not requested.',
  ),
  next: help(readOnly(nullable(text())), 'Value for `after` to get the next page; null at the end.'),
  previous: help(readOnly(nullable(text())), 'Value for `before` to get the previous page; null at the beginning.'),
  results: readOnly(list(nested(ListedUnit))),
})

const MAX_LIMIT = 500

export const strings = resource({
  path: '/translations/:project/:component/:language/strings/',
  name: 'Strings for the editor',
  description: 'Strings of a translation in file order, abbreviated and in pages. Not part of the Weblate API.',
  operations: {
    GET: read({
      summary: 'List strings of a translation',
      query: {
        q: help(
          optional(text({ max: 1000, blank: true })),
          'Search query with words and terms, for example state:<translated or source:"Hello".',
        ),
        limit: help(optional(integer({ min: 1, max: MAX_LIMIT }), 100), 'Number of strings.'),
        after: help(
          optional(text({ max: 40 })),
          'Only strings after this place: `next` of another response, or a position.',
        ),
        before: help(
          optional(text({ max: 40 })),
          'Only strings before this place: `previous` of another response, or a position.',
        ),
        around: help(optional(integer({ min: 1 })), 'The string with this ID and its neighbours on both sides.'),
        offset: help(optional(integer({ min: 0, max: 10_000_000 })), 'Number of matching strings to skip.'),
        count: help(optional(boolean(), false), 'Count the matching strings even if that is slow.'),
      },
      answer: Strings,
      handle: call =>
        explained(async () => {
          const { translation } = await findTranslation(call)
          const { limit = 100, count } = call.query
          const terms = parseUnitSearch(call.query.q ?? '', call.clock)
          const where = await placeOf(call, translation, call.query)
          const { offset } = call.query
          const { strings, hasBefore, hasAfter } =
            offset === undefined
              ? await stretchOf(call.db, translation, terms, where, limit)
              : await stretchAt(call.db, translation, terms, offset, limit)
          const [first, last] = [strings[0], strings.at(-1)]
          const isAll = !hasBefore && !hasAfter
          const total = isAll
            ? strings.length
            : count
              ? await countStrings(call.db, translation, terms)
              : knownCount(translation, terms)
          const position =
            offset ??
            (first === undefined || !hasBefore
              ? 0
              : count
                ? await countBefore(call.db, translation, terms, first)
                : null)
          return {
            count: total,
            count_is_known: total !== null,
            position_of_first: position,
            next: hasAfter && last ? cursorOf(last) : null,
            previous: hasBefore && first ? cursorOf(first) : null,
            results: strings.map(string => listedObject(string, translation)),
          }
        }),
    }),
  },
})

const cursorOf = ({ position, id }: Place): string => `${position}-${id}`

async function placeOf(
  call: AnyCall,
  translation: TranslationRow,
  { after, before, around, offset }: { after?: string; before?: string; around?: number; offset?: number },
): Promise<Where> {
  const cursors = [after, before, around, offset].filter(each => each !== undefined)
  if (cursors.length > 1)
    throw invalidField('non_field_errors', 'invalid', 'Use only one of after, before, around and offset.')
  if (after !== undefined) return { after: readPlace('after', after, Number.MAX_SAFE_INTEGER) }
  if (before !== undefined) return { before: readPlace('before', before, 0) }
  if (around === undefined) return null
  const unit = await call.db
    .selectFrom('unit')
    .select(['id', 'position'])
    .where('id', '=', around)
    .where('translation_id', '=', translation.id)
    .executeTakeFirst()
  if (unit === undefined) throw invalidField('around', 'does_not_exist', 'No string in the translation has this ID.')
  return { around: unit }
}

/** A bare position stands for all strings at that position. */
function readPlace(name: string, value: string, all: number): Place {
  const [, position, id] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(value) ?? []
  if (position === undefined)
    throw invalidField(name, 'invalid', 'Use a position, or the next or previous value of another response.')
  return { position: Number(position), id: id === undefined ? all : Number(id) }
}

const listedObject = (string: ListedString, { plural_number }: TranslationRow) => {
  const source = splitForms(string.source)
  return {
    id: string.id,
    position: string.position,
    source: source.map(form => shortText(form)),
    target: splitForms(string.target).map(form => shortText(form)),
    state: string.state,
    has_failing_check: string.failing_checks > 0,
    has_suggestion: string.suggestion_count > 0,
    has_comment: string.comment_count > 0,
    num_plurals: source.length === 1 ? 1 : plural_number,
    context: shortText(string.context),
  }
}
