import { help, optional } from '#fields/field.ts'
import { text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { pluralRule } from '#languages/plural.ts'
import { pluralType, pluralTypeForms } from '#languages/plural-type.ts'
import { baseCode } from '#languages/translation-languages.ts'
import { hasAgreed } from '../../catalogue/agreements.ts'
import { flagsOf } from '../../catalogue/flags-of.ts'
import { splitForms } from '../../catalogue/forms.ts'
import { loadingFrom } from '../../catalogue/loading.ts'
import type { ProjectPermission } from '../../catalogue/permission-names.ts'
import { settingsOfAccount } from '../../catalogue/personal-settings.ts'
import { sourceFlags, surroundings } from '../../catalogue/unit-checks.ts'
import { versionOf } from '../../catalogue/unit-version.ts'
import { onlySuggests, workflowOf } from '../../catalogue/workflows.ts'
import type { Flags } from '../../checks/flags.ts'
import { numbersOf } from '../../checks/plural-forms.ts'
import { checkedUnit } from '../../checks/run.ts'
import { sourcePlaces } from '../../repositories/repoweb.ts'
import { UNIT_STATES } from '../../values/unit-states.ts'
import { notFound } from '../errors.ts'
import { unitObjects } from '../objects/unit.ts'
import { PARTS, type Part, UnitWork } from '../objects/unit-work.ts'
import { read, resource } from '../resource.ts'
import { type AnyCall, type FoundTranslation, type FoundUnit, findUnit } from './find.ts'
import { LOADERS } from './unit-parts.ts'

export const unitWork = resource({
  path: '/units/:unit(\\d+)/everything/',
  name: 'String for the editor',
  description: 'Everything the translation editor shows about a string, in one response. Not part of the Weblate API.',
  operations: {
    GET: read({
      summary: 'Get everything about a string',
      query: {
        parts: help(
          optional(text({ max: 500, blank: true })),
          `Parts to include, separated by commas: ${PARTS.join(', ')}. The default is all.`,
        ),
      },
      answer: UnitWork,
      handle: async call => {
        const parts = readParts(call.query.parts)
        const place = await findUnit(call)
        const { unit, translation, component } = place
        const { suggestion_voting, suggestion_autoaccept } = workflowOf(place)
        const [object] = await unitObjects(call.db, [unit], call.addresses)
        if (object === undefined) throw notFound()
        const own = await settingsOfAccount(call.db, call.caller.account?.id ?? -1)
        const lists: Partial<Record<Part, unknown[]>> = {}
        for (const part of parts) lists[part] = await LOADERS[part](call, place)
        return {
          unit: object,
          places: sourcePlaces(
            { ...component, ...(own.editor_link !== '' && { repoweb: own.editor_link }) },
            unit.location,
          ),
          characters: charactersIn(own.special_chars),
          version: versionOf(unit),
          language: shortLanguage(place.language),
          source_language: shortLanguage(place.sourceLanguage),
          is_source: translation.is_source === 1,
          locked: component.locked === 1,
          voting: suggestion_voting,
          votes_needed: suggestion_autoaccept,
          plural: pluralOf(place),
          ...(await placeablesOf(call, place)),
          may: await permissionsOf(call, place),
          ...lists,
        }
      },
    }),
  },
})

const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name)

function readParts(list: string | undefined): readonly Part[] {
  if (list === undefined) return PARTS
  const names = list.split(',').flatMap(name => name.trim() || [])
  const unknown = names.find(name => !isPart(name))
  if (unknown !== undefined)
    throw invalidField('parts', 'invalid_choice', `"${unknown}" is not a valid part. Valid parts: ${PARTS.join(', ')}.`)
  return [...new Set(names.filter(isPart))]
}

const shortLanguage = ({ code, name, direction }: FoundTranslation['language']) => ({ code, name, direction })

const EXAMPLES = 6

function pluralOf({ translation: { plural_number, plural_formula }, language }: FoundTranslation) {
  const names = pluralTypeForms[pluralType(plural_number, plural_formula, baseCode(language.code))] ?? []
  const forms = numbersOf(pluralRule(plural_number, plural_formula)).map((numbers, index) => ({
    index,
    name: names.length === plural_number ? names[index]! : '',
    examples: [...numbers.slice(0, EXAMPLES), ...(numbers.length > EXAMPLES ? ['…'] : [])].join(', '),
  }))
  return { number: plural_number, formula: plural_formula, forms }
}

/** Longer texts get no highlights: finding them is slow, and nobody reads that far. */
const MARKED_CHARS = 20_000

async function placeablesOf(call: AnyCall, { translation, unit }: FoundUnit) {
  const loading = loadingFrom(call.db)
  const { context, flags } = await surroundings(loading, translation)
  const overrides = (await sourceFlags(loading, [unit])).get(unit.source_unit_id ?? unit.id) ?? ''
  const sources = splitForms(unit.source)
  const checked = checkedUnit(
    {
      sources,
      targets: splitForms(unit.target),
      state: unit.state,
      flags: flagsOf([...flags, unit.flags, overrides]),
      note: unit.note,
    },
    context,
  )
  const highlights = sources.map(source => (source.length > MARKED_CHARS ? [] : checked.placeables(source)))
  const texts = highlights.flatMap((spans, i) => spans.map(({ start, end }) => sources[i]!.slice(start, end)))
  return { placeables: [...new Set(texts)], highlights, max_length: longest(checked.flags) }
}

/** Characters of a text as people see them, each once. */
const charactersIn = (text: string): string[] => [
  ...new Set(Array.from(new Intl.Segmenter().segment(text), each => each.segment).filter(each => each.trim() !== '')),
]

function longest(flags: Flags): number | null {
  const most = Number(flags.values('max-length')?.[0]?.text ?? Number.NaN)
  return Number.isSafeInteger(most) ? most : null
}

/** Permissions of the caller, by the same rules as the operations themselves. */
async function permissionsOf(call: AnyCall, place: FoundUnit) {
  const { unit, translation, component, project, language } = place
  const permissions = await call.permissions()
  const isLoggedIn = call.caller.account !== null
  const may = (permission: ProjectPermission) =>
    isLoggedIn && permissions.inPlace({ project, component, language }, permission)
  const isOpen = component.locked === 0 && (await hasAgreed(call.db, component, call.caller.account?.id ?? null))
  const isWritable = isOpen && unit.state !== UNIT_STATES.readonly
  const workflow = workflowOf(place)
  const isDirect = !onlySuggests(permissions, place)
  const review = isWritable && isDirect && workflow.translation_review && may('unit.review')
  const translate = isWritable && isDirect && may(translation.is_source === 1 ? 'unit.template' : 'unit.edit')
  const edits = isOpen && may('source.edit')
  return {
    translate: translate && (unit.state !== UNIT_STATES.approved || review),
    review,
    // Unregistered users may suggest too, if their team has the permission.
    suggest:
      isWritable &&
      workflow.enable_suggestions &&
      permissions.inPlace({ project, component, language }, 'suggestion.add'),
    accept: isWritable && isDirect && may('suggestion.accept'),
    vote: isOpen && workflow.suggestion_voting && may('suggestion.vote'),
    delete_suggestion: may('suggestion.delete'),
    comment: may('comment.add'),
    resolve_comment: may('comment.resolve'),
    dismiss_check: may('unit.check'),
    edit_flags: edits,
    edit_labels: edits,
    // A screenshot is first added to the component, then linked to the string.
    upload_screenshot: may('screenshot.add') && may('screenshot.edit'),
    bulk_edit: isOpen && may('unit.bulk_edit'),
    machinery: isWritable && translation.is_source === 0 && may('machinery.view'),
  }
}
