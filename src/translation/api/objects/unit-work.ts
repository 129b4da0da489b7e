// What somebody who works on a string wants to know of it, each part by itself.

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

export const WorkLanguage = shape('WorkLanguage', 'A language, as far as a text in it needs it.', {
  code: words,
  name: words,
  direction: words,
})

const PluralForm = shape('WorkPluralForm', 'One plural form and the numbers that take it.', {
  index: number,
  name: help(words, 'Such as `one` or `few`; empty where the rule has no usual names.'),
  examples: help(words, 'The smallest numbers, with `…` when there are more.'),
})

const SourcePlace = shape('WorkSourcePlace', 'A place in the sources.', {
  text: words,
  url: readOnly(nullable(webAddress())),
})

const Span = shape('WorkSpan', 'A stretch of a text, counted in UTF-16 units.', { start: number, end: number })

export const CheckResult = shape('CheckResult', 'A check that a string fails.', {
  id: help(words, 'As in searches: check:end_stop.'),
  name: words,
  description: words,
  enforced: help(flag, 'A translation that fails it is not finished, and it cannot be dismissed.'),
})

export const FailingCheck = shape(
  'FailingCheck',
  'A check that a string fails, and whether somebody says that it is right so.',
  {
    ...CheckResult.fields,
    dismissed: flag,
  },
)

const WorkSuggestion = shape('WorkSuggestion', 'A suggestion with its votes.', {
  id: number,
  target: forms,
  user: who,
  timestamp: instant,
  votes: number,
  own_vote: help(number, '1, -1, or 0 for none.'),
  is_own: flag,
})

const WorkComment = shape('WorkComment', 'A comment on the string or on its source.', {
  id: number,
  comment: words,
  user: who,
  timestamp: instant,
  resolved: flag,
  scope: help(words, '`translation` or `source`.'),
  is_own: flag,
})

const Neighbour = shape('Neighbour', 'A string that stands near in the file.', {
  id: number,
  position: number,
  source: forms,
  target: forms,
  state: number,
})

const OtherLanguage = shape('OtherLanguage', 'The string in another language.', {
  id: number,
  language: readOnly(nested(WorkLanguage)),
  target: forms,
  state: number,
})

const Term = shape('GlossaryMatch', 'A term of the glossary that occurs in the source.', {
  id: number,
  source: words,
  target: words,
  state: number,
  forbidden: flag,
  read_only: flag,
  explanation: words,
})

const MemoryMatch = shape('MemoryMatch', 'A translation that was made of the same text or a similar one.', {
  source: words,
  target: words,
  quality: help(number, 'In percent; 100 is the same text.'),
  origin: words,
})

const PastChange = shape('PastChange', 'Something that happened to the string.', {
  id: number,
  action: number,
  action_name: words,
  user: who,
  timestamp: instant,
  old: forms,
  target: forms,
  details: readOnly(anything()),
})

const WorkScreenshot = shape('WorkScreenshot', 'A picture that shows the string.', {
  id: number,
  name: words,
  file_url: readOnly(webAddress()),
  url: readOnly(webAddress()),
})

const May = shape(
  'WorkPermissions',
  'What the caller may do here and now, the settings and locks of the component included.',
  {
    translate: flag,
    review: flag,
    suggest: flag,
    accept: flag,
    vote: flag,
    delete_suggestion: help(flag, 'Those of others; one may always take back one’s own.'),
    comment: flag,
    resolve_comment: help(flag, 'Those of others; one may always resolve one’s own.'),
    dismiss_check: flag,
    edit_flags: help(flag, 'At the source unit: explanation and flags.'),
    edit_labels: help(flag, 'At the source unit.'),
    upload_screenshot: flag,
    bulk_edit: flag,
    machinery: help(flag, 'Ask services for translations.'),
  },
)

const WorkPlural = shape('WorkPlural', 'How the language counts.', {
  number,
  formula: words,
  forms: readOnly(list(nested(PluralForm))),
})

/** What can be asked for by itself. */
export const PARTS = [
  'checks',
  'suggestions',
  'comments',
  'nearby',
  'other_languages',
  'glossary',
  'memory',
  'history',
  'screenshots',
] as const

export type Part = (typeof PARTS)[number]

const part = sometimes

export const UnitWork = shape('UnitWork', 'Everything about a string for whoever works on it.', {
  unit: readOnly(nested(Unit)),
  places: help(
    readOnly(list(nested(SourcePlace))),
    'Where the string stands in the sources, with addresses where the component has `repoweb`.',
  ),
  version: help(words, 'Changes with the texts, the state, the flags and the explanation; PATCH of the unit takes it.'),
  language: readOnly(nested(WorkLanguage)),
  source_language: readOnly(nested(WorkLanguage)),
  is_source: flag,
  locked: flag,
  voting: flag,
  votes_needed: help(number, 'So many votes make a suggestion the translation; 0 when votes never do.'),
  plural: readOnly(nested(WorkPlural)),
  placeables: help(readOnly(list(text())), 'What stands in the source and has to stay as it is.'),
  max_length: help(
    readOnly(nullable(integer())),
    'How many characters a translation may have, by flags of the string, its component and its project; null for any number.',
  ),
  highlights: help(readOnly(list(list(nested(Span)))), 'Where they are, for each form of the source.'),
  may: readOnly(nested(May)),
  checks: part(readOnly(list(nested(FailingCheck)))),
  suggestions: part(readOnly(list(nested(WorkSuggestion)))),
  comments: part(readOnly(list(nested(WorkComment)))),
  nearby: part(readOnly(list(nested(Neighbour)))),
  other_languages: part(readOnly(list(nested(OtherLanguage)))),
  glossary: part(readOnly(list(nested(Term)))),
  memory: part(readOnly(list(nested(MemoryMatch)))),
  history: part(readOnly(list(nested(PastChange)))),
  screenshots: part(readOnly(list(nested(WorkScreenshot)))),
})
