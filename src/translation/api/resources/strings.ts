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

const ListedUnit = shape('ListedString', 'A string as a list shows it.', {
  id: readOnly(integer()),
  position: readOnly(integer()),
  source: forms,
  target: forms,
  state: readOnly(integer()),
  has_failing_check: readOnly(boolean()),
  has_suggestion: readOnly(boolean()),
  has_comment: readOnly(boolean()),
  num_plurals: readOnly(integer()),
})

const Strings = shape('Strings', 'A stretch of the strings that a search finds, in the order of the file.', {
  count: help(readOnly(nullable(integer())), 'How many the search finds; null when nobody asked and it would be dear.'),
  count_is_known: readOnly(boolean()),
  position_of_first: help(
    readOnly(nullable(integer())),
    'How many of them come before the first one here; null when nobody asked and it would be dear.',
  ),
  next: help(readOnly(nullable(text())), 'For `after`; null at the end.'),
  previous: help(readOnly(nullable(text())), 'For `before`; null at the beginning.'),
  results: readOnly(list(nested(ListedUnit))),
})

const MOST = 500

export const strings = resource({
  path: '/translations/:project/:component/:language/strings/',
  name: 'Strings for an editor',
  description:
    'Strings of one translation in the order of its file, a stretch at a time and in short. An addition of this platform.',
  operations: {
    GET: read({
      summary: 'A stretch of strings',
      query: {
        q: help(
          optional(text({ max: 1000, blank: true })),
          'Words, and terms such as state:<translated or source:"Hello".',
        ),
        limit: help(optional(integer({ min: 1, max: MOST }), 100), 'How many strings.'),
        after: help(optional(text({ max: 40 })), 'Strings behind this place: `next` of another answer, or a position.'),
        before: help(
          optional(text({ max: 40 })),
          'Strings before this place: `previous` of another answer, or a position.',
        ),
        around: help(optional(integer({ min: 1 })), 'Strings on both sides of the unit with this id, and itself.'),
        offset: help(
          optional(integer({ min: 0, max: 10_000_000 })),
          'Strings from this one on, counted from 0 among those that the search finds.',
        ),
        count: help(optional(boolean(), false), 'Count what the search finds, even where it takes long.'),
      },
      answer: Strings,
      handle: call =>
        explained(async () => {
          const { translation } = await findTranslation(call)
          const { limit = 100, count } = call.query
          const terms = parseUnitSearch(call.query.q ?? '')
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
            next: hasAfter && last ? written(last) : null,
            previous: hasBefore && first ? written(first) : null,
            results: strings.map(string => listed(string, translation)),
          }
        }),
    }),
  },
})

const written = ({ position, id }: Place): string => `${position}-${id}`

async function placeOf(
  call: AnyCall,
  translation: TranslationRow,
  { after, before, around, offset }: { after?: string; before?: string; around?: number; offset?: number },
): Promise<Where> {
  const given = [after, before, around, offset].filter(each => each !== undefined)
  if (given.length > 1)
    throw invalidField('non_field_errors', 'invalid', 'Of after, before, around and offset only one can be given.')
  if (after !== undefined) return { after: readPlace('after', after, Number.MAX_SAFE_INTEGER) }
  if (before !== undefined) return { before: readPlace('before', before, 0) }
  if (around === undefined) return null
  const unit = await call.db
    .selectFrom('unit')
    .select(['id', 'position'])
    .where('id', '=', around)
    .where('translation_id', '=', translation.id)
    .executeTakeFirst()
  if (unit === undefined)
    throw invalidField('around', 'does_not_exist', 'There is no unit with this id in the translation.')
  return { around: unit }
}

/** A bare position means all strings that have it. */
function readPlace(name: string, value: string, all: number): Place {
  const [, position, id] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(value) ?? []
  if (position === undefined)
    throw invalidField(name, 'invalid', 'A place is a position, or next or previous of another answer.')
  return { position: Number(position), id: id === undefined ? all : Number(id) }
}

const listed = (string: ListedString, { plural_number }: TranslationRow) => {
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
  }
}
