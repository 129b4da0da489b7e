// Placeholders, markup and untranslatable terms of strings that machine translation must not change.

import { pluralRule } from '#languages/plural.ts'
import type { CheckContext, Span, Unit } from '../checks/checked-unit.ts'
import { baseLanguage, separatesWords } from '../checks/language.ts'
import { pairForms } from '../checks/plural-forms.ts'
import { brokenPlaceables, checkedUnit } from '../checks/run.ts'
import type { Loss, Spacing } from '../machinery/masking.ts'
import type { Term } from '../machinery/service.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { formsOf } from './edit-units.ts'
import { flagsOf } from './flags-of.ts'
import { splitForms } from './forms.ts'
import { glossaryTerms, placesOfWord } from './glossary.ts'
import type { LanguageRow } from './languages.ts'
import type { Loading } from './loading.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { sourceFlags, surroundings } from './unit-checks.ts'

export interface MachinePlace {
  readonly translation: TranslationRow
  readonly sourceLanguage: LanguageRow
  readonly language: LanguageRow
  /** Glossary terms that occur in the strings. */
  readonly terms?: readonly Term[]
}

/** A string to translate. */
export interface ProtectedString {
  /** The source text for each plural form of the translation: singular for singular. */
  readonly sources: readonly string[]
  /** Ranges of a source text that must stay as they are. */
  readonly partsOf: (source: string) => readonly Span[]
  /** What is wrong with the placeholders of a finished translation; null if all are in place. */
  readonly problemIn: (texts: readonly string[]) => string | null
}

/** Languages that write short words as part of the next word. */
const PREFIXING = new Set(['ar', 'arz', 'ary', 'he', 'yi'])

export const spacingOf = ({ language }: MachinePlace): Spacing => ({
  separatesWords: separatesWords(language.code),
  hasPrefixes: PREFIXING.has(baseLanguage(language.code)),
})

export async function protectedStrings(
  loading: Loading,
  units: readonly UnitRow[],
  place: MachinePlace,
): Promise<ProtectedString[]> {
  const { translation, sourceLanguage } = place
  const { context, flags } = await surroundings(loading, translation)
  const overrides = await sourceFlags(loading, units)
  const terms = (await glossaryTerms(loading, translation)).filter(term => term.readOnly).map(term => term.source)
  const rules = [
    pluralRule(sourceLanguage.plural_number, sourceLanguage.plural_formula),
    pluralRule(translation.plural_number, translation.plural_formula),
  ] as const
  return units.map(unit => {
    const sources = splitForms(unit.source)
    const checkable: Unit = {
      sources,
      targets: sources,
      state: UNIT_STATES.translated,
      flags: flagsOf([...flags, unit.flags, overrides.get(unit.source_unit_id ?? -1) ?? '']),
      key: unit.context,
      note: unit.note,
    }
    const checked = checkedUnit(checkable, context)
    const forms = Array.from({ length: formsOf(unit, translation) }, () => '')
    const paired = pairForms(sources, forms, ...rules).map(([source]) => source)
    return {
      sources: paired,
      partsOf: source => [...checked.placeables(source), ...terms.flatMap(term => placesOfWord(source, term))],
      problemIn: texts => differenceIn(checkable, context, paired, texts),
    }
  })
}

/** Compares the placeholders of each form, then runs the checks that know their order and nesting. */
function differenceIn(
  unit: Unit,
  context: CheckContext,
  sources: readonly string[],
  texts: readonly string[],
): string | null {
  const checked = checkedUnit(unit, context)
  const found = (text: string) => checked.placeables(text).map(({ start, end }) => text.slice(start, end))
  for (const [i, source] of sources.entries()) {
    const left = found(texts[i]!)
    for (const placeholder of found(source)) {
      const at = left.indexOf(placeholder)
      if (at === -1) return lossProblem({ placeholder, problem: 'missing' })
      left.splice(at, 1)
    }
    if (left.length > 0) return lossProblem({ placeholder: left[0]!, problem: 'unknown' })
  }
  const [broken] = brokenPlaceables({ ...unit, targets: texts }, context)
  return broken === undefined ? null : `The translation fails the check "${broken.name}".`
}

const PROBLEMS: Readonly<Record<Loss['problem'], string>> = {
  missing: 'is missing from the translation',
  repeated: 'appears more than once in the translation',
  unknown: 'appears in the translation, but not in the source',
}

const MAX_SHOWN = 60

/** Explains what happened to a placeholder. */
export function lossProblem({ placeholder, problem }: Loss): string {
  const text = placeholder.trim() === '' ? 'line break' : placeholder.trim()
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text
  return `The placeholder "${shown}" ${PROBLEMS[problem]}.`
}
