// Data for the translation editor. Each part can be requested separately.

import { help, nullable, readOnly, shape, sometimes } from '#fields/field.ts'
import { anything, boolean, dateTime, integer, list, nested, text, webAddress } from '#fields/kinds.ts'
import { Person } from './person.ts'
import { Unit } from './unit.ts'

const flag = readOnly(boolean())
const number = readOnly(integer())
const words = readOnly(text({ blank: true }))
const instant = readOnly(dateTime())
const forms = readOnly(list(text({ blank: true, verbatim: true })))
const who = readOnly(nullable(nested(Person)))

export const WorkLanguage = shape('WorkLanguage', 'A language and its text direction.', {
  code: words,
  name: words,
  direction: words,
})

const PluralForm = shape('WorkPluralForm', 'A plural form and the numbers it applies to.', {
  index: number,
  name: help(words, 'Name of the plural form, for example `one` or `few`; empty if it has no common name.'),
  examples: help(words, 'Smallest numbers that use this form, with `…` if there are more.'),
})

const SourcePlace = shape('WorkSourcePlace', 'A location in the source code.', {
  text: words,
  url: readOnly(nullable(webAddress())),
})

const Span = shape('WorkSpan', 'A range of text in UTF-16 code units.', { start: number, end: number })

export const CheckResult = shape('CheckResult', 'A failing check.', {
  id: help(words, 'ID of the check, as used in searches: check:end_stop.'),
  name: words,
  description: words,
  enforced: help(
    flag,
    'Whether the check is enforced: translations that fail it need editing, and it cannot be dismissed.',
  ),
})

export const FailingCheck = shape('FailingCheck', 'A failing check, and whether it was dismissed.', {
  ...CheckResult.fields,
  dismissed: flag,
})

const WorkSuggestion = shape('WorkSuggestion', 'A suggestion with its votes.', {
  id: number,
  target: forms,
  user: who,
  timestamp: instant,
  votes: number,
  own_vote: help(number, 'Vote of the caller: 1, -1, or 0 for none.'),
  is_own: flag,
})

const WorkComment = shape('WorkComment', 'A comment on the string or on its source string.', {
  id: number,
  comment: words,
  user: who,
  timestamp: instant,
  resolved: flag,
  scope: help(words, 'Scope of the comment: `translation` or `source`.'),
  is_own: flag,
})

const Neighbour = shape('Neighbour', 'A nearby string in the file.', {
  id: number,
  position: number,
  source: forms,
  target: forms,
  state: number,
})

const Variant = shape('StringVariant', 'A variant of the string.', {
  ...Neighbour.fields,
  context: help(words, 'Key or context of the variant.'),
})

const OtherLanguage = shape('OtherLanguage', 'The translation into another language.', {
  id: number,
  language: readOnly(nested(WorkLanguage)),
  target: forms,
  state: number,
  secondary: help(flag, 'Whether the caller understands the language, or the component shows it next to its strings.'),
})

const Term = shape('GlossaryMatch', 'A glossary term found in the source.', {
  id: number,
  source: words,
  target: words,
  state: number,
  forbidden: flag,
  read_only: flag,
  explanation: words,
  variant: help(text(), 'The term that this one is a variant of.'),
  color: help(words, 'Colour of its glossary.'),
})

const MemoryMatch = shape('MemoryMatch', 'A translation of the same or a similar text.', {
  source: words,
  target: words,
  quality: help(number, 'Similarity in percent; 100 means the same text.'),
  origin: words,
})

const PastChange = shape('PastChange', 'A change to the string.', {
  id: number,
  action: number,
  action_name: words,
  user: who,
  timestamp: instant,
  old: forms,
  target: forms,
  details: readOnly(anything()),
})

const WorkScreenshot = shape('WorkScreenshot', 'A screenshot that shows the string.', {
  id: number,
  name: words,
  file_url: readOnly(webAddress()),
  url: readOnly(webAddress()),
})

const May = shape(
  'WorkPermissions',
  'Permissions of the caller for this string, with component settings and locks taken into account.',
  {
    translate: flag,
    review: flag,
    suggest: flag,
    accept: flag,
    vote: flag,
    delete_suggestion: help(
      flag,
      'Whether the caller can delete suggestions by others. Authors can always delete their own.',
    ),
    comment: flag,
    resolve_comment: help(
      flag,
      'Whether the caller can resolve comments by others. Authors can always resolve their own.',
    ),
    dismiss_check: flag,
    edit_flags: help(flag, 'Whether the caller can edit the explanation and flags of the source string.'),
    edit_labels: help(flag, 'Whether the caller can edit the labels of the source string.'),
    upload_screenshot: flag,
    bulk_edit: flag,
    machinery: help(flag, 'Whether the caller can use machine translation.'),
  },
)

const WorkPlural = shape('WorkPlural', 'Plural rules of the language.', {
  number,
  formula: words,
  forms: readOnly(list(nested(PluralForm))),
})

/** Parts that can be requested separately. */
export const PARTS = [
  'checks',
  'suggestions',
  'comments',
  'nearby',
  'variants',
  'other_languages',
  'glossary',
  'memory',
  'history',
  'screenshots',
] as const

export type Part = (typeof PARTS)[number]

const part = sometimes

export const UnitWork = shape('UnitWork', 'Everything the translation editor shows about a string.', {
  unit: readOnly(nested(Unit)),
  places: help(
    readOnly(list(nested(SourcePlace))),
    'Source code locations, with URLs if the component sets `repoweb`.',
  ),
  version: help(words, 'Version of the texts, state, flags and explanation. Send it with PATCH to detect conflicts.'),
  language: readOnly(nested(WorkLanguage)),
  source_language: readOnly(nested(WorkLanguage)),
  is_source: flag,
  locked: flag,
  voting: flag,
  votes_needed: help(number, 'Number of votes that accept a suggestion automatically; 0 if votes never do.'),
  plural: readOnly(nested(WorkPlural)),
  placeables: help(readOnly(list(text())), 'Parts of the source that must stay unchanged.'),
  characters: help(readOnly(list(text())), 'Special characters from the profile of the caller.'),
  max_length: help(
    readOnly(nullable(integer())),
    'Maximum length of the translation, from the flags of the string, component and project; null for no limit.',
  ),
  highlights: help(
    readOnly(list(list(nested(Span)))),
    'Positions of the placeables, for each plural form of the source.',
  ),
  may: readOnly(nested(May)),
  checks: part(readOnly(list(nested(FailingCheck)))),
  suggestions: part(readOnly(list(nested(WorkSuggestion)))),
  comments: part(readOnly(list(nested(WorkComment)))),
  nearby: part(readOnly(list(nested(Neighbour)))),
  variants: part(readOnly(list(nested(Variant)))),
  other_languages: part(readOnly(list(nested(OtherLanguage)))),
  glossary: part(readOnly(list(nested(Term)))),
  memory: part(readOnly(list(nested(MemoryMatch)))),
  history: part(readOnly(list(nested(PastChange)))),
  screenshots: part(readOnly(list(nested(WorkScreenshot)))),
})
