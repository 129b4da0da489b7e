// Loaders for the separately requestable parts of the editor data, each with a few queries.

import { isoMicroseconds } from '#fields/timestamp.ts'
import { storedObject } from '#store/stored-json.ts'
import { ACTION_NAMES } from '../../catalogue/change-actions.ts'
import { enforcedBy } from '../../catalogue/edit-units.ts'
import { splitForms } from '../../catalogue/forms.ts'
import { termsIn } from '../../catalogue/glossary.ts'
import { loadingFrom } from '../../catalogue/loading.ts'
import { MAX_QUERY, memoryReach, recallSeveral } from '../../catalogue/memory.ts'
import { settingsOfAccount } from '../../catalogue/personal-settings.ts'
import type { UnitRow } from '../../catalogue/rows.ts'
import { stretchOf } from '../../catalogue/string-list.ts'
import { sourceFlags, verdictFor } from '../../catalogue/unit-checks.ts'
import { parseUnitSearch } from '../../catalogue/unit-search.ts'
import { variantsIn } from '../../catalogue/variants.ts'
import { check } from '../../checks/index.ts'
import { separatesWords } from '../../checks/language.ts'
import { shortText } from '../../values/short-text.ts'
import { peopleOf } from '../objects/person.ts'
import type { Part } from '../objects/unit-work.ts'
import type { AnyCall, FoundUnit } from './find.ts'

const VARIANTS = 50
const OTHER_LANGUAGES = 100
const OTHER_LANGUAGE_TEXT = 2000
const MEMORY_MATCHES = 5
const MEMORY_THRESHOLD = 75
const HISTORY = 30
const COMMENTS = 100
const SUGGESTIONS = 100

const language = (row: { code: string; name: string; direction: string }) => ({
  code: row.code,
  name: row.name,
  direction: row.direction,
})

/** A check as the editor shows it; `whyNot` explains why it could not run. */
export function checkObject(id: string, enforced: readonly string[], whyNot?: string) {
  const declared = check(id)
  return {
    id,
    name: declared?.name ?? id,
    description: whyNot ?? declared?.description ?? '',
    enforced: enforced.includes(id),
  }
}

async function checks(call: AnyCall, { unit, translation, component }: FoundUnit) {
  const rows = await call.db
    .selectFrom('check_failure')
    .select(['check_id', 'dismissed'])
    .where('unit_id', '=', unit.id)
    .orderBy('dismissed')
    .orderBy('check_id')
    .execute()
  const enforced = enforcedBy(component)
  const whyNot = rows.some(row => mayNotRun(row.check_id)) ? await notRunOn(call, unit, translation) : null
  return rows.map(row => ({
    ...checkObject(row.check_id, enforced, whyNot?.get(row.check_id)),
    dismissed: row.dismissed === 1,
  }))
}

function mayNotRun(id: string): boolean {
  const { parameter, fromPlugin } = check(id) ?? {}
  return parameter !== undefined || fromPlugin === true
}

async function notRunOn(call: AnyCall, unit: UnitRow, translation: FoundUnit['translation']) {
  const loading = loadingFrom(call.db)
  const isSource = translation.is_source === 1
  const overrides = isSource ? unit.extra_flags : (await sourceFlags(loading, [unit])).get(unit.source_unit_id ?? -1)
  return (await verdictFor(loading, translation, unit, overrides ?? '')).notRun
}

async function suggestions(call: AnyCall, { unit }: FoundUnit) {
  if (unit.suggestion_count === 0) return []
  const rows = await call.db
    .selectFrom('suggestion')
    .selectAll()
    .where('unit_id', '=', unit.id)
    .orderBy('id', 'desc')
    .limit(SUGGESTIONS)
    .execute()
  const votes = await call.db
    .selectFrom('suggestion_vote')
    .selectAll()
    .where('suggestion_id', 'in', [-1, ...rows.map(row => row.id)])
    .execute()
  const people = await peopleOf(
    call,
    rows.map(row => row.account_id),
  )
  const self = call.caller.account?.id ?? -1
  return rows.map(row => {
    const own = votes.filter(vote => vote.suggestion_id === row.id)
    return {
      id: row.id,
      target: splitForms(row.target),
      user: people.get(row.account_id) ?? null,
      timestamp: isoMicroseconds(row.created_at),
      votes: own.reduce((sum, { value }) => sum + value, 0),
      own_vote: own.find(vote => vote.account_id === self)?.value ?? 0,
      is_own: row.account_id === self,
    }
  })
}

async function comments(call: AnyCall, { unit }: FoundUnit) {
  const rows = await call.db
    .selectFrom('unit_comment')
    .selectAll()
    .where('unit_id', 'in', [unit.id, unit.source_unit_id ?? unit.id])
    .orderBy('id', 'desc')
    .limit(COMMENTS)
    .execute()
  const people = await peopleOf(
    call,
    rows.map(row => row.account_id),
  )
  return rows.reverse().map(row => ({
    id: row.id,
    comment: row.comment,
    user: people.get(row.account_id) ?? null,
    timestamp: isoMicroseconds(row.created_at),
    resolved: row.resolved === 1,
    scope: row.unit_id === unit.source_unit_id ? 'source' : 'translation',
    is_own: row.account_id !== null && row.account_id === call.caller.account?.id,
  }))
}

async function nearby(call: AnyCall, { unit, translation }: FoundUnit) {
  const { nearby_strings } = await settingsOfAccount(call.db, call.caller.account?.id ?? -1)
  const most = 2 * nearby_strings + 1
  const { strings } = await stretchOf(call.db, translation, parseUnitSearch(''), { around: unit }, most)
  return strings
    .filter(({ id }) => id !== unit.id)
    .map(({ id, position, source, target, state }) => ({
      id,
      position,
      source: splitForms(source).map(form => shortText(form)),
      target: splitForms(target).map(form => shortText(form)),
      state,
    }))
}

async function otherLanguages(call: AnyCall, { unit, component }: FoundUnit) {
  const secondary = await secondaryLanguages(call, component.secondary_language)
  const rows = await call.db
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .select(['unit.id', 'unit.target', 'unit.state', 'language.code', 'language.name', 'language.direction'])
    .where('unit.source_unit_id', '=', unit.source_unit_id ?? unit.id)
    .where('unit.id', '<>', unit.id)
    .where('translation.component_id', '=', component.id)
    .where('translation.is_source', '=', 0)
    .where('unit.target', '<>', '')
    .orderBy(eb =>
      eb
        .case()
        .when('language.code', 'in', [...secondary])
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('unit.id')
    .limit(OTHER_LANGUAGES)
    .execute()
  return rows.map(row => ({
    id: row.id,
    language: language(row),
    target: splitForms(row.target).map(form => shortText(form, OTHER_LANGUAGE_TEXT)),
    state: row.state,
    secondary: secondary.has(row.code),
  }))
}

/** Languages to show next to the string: those the caller understands, and that of the component. */
async function secondaryLanguages(call: AnyCall, ofComponent: string): Promise<ReadonlySet<string>> {
  const own = await call.db
    .selectFrom('account_language')
    .innerJoin('translation_language', 'translation_language.id', 'account_language.language_id')
    .select('code')
    .where('account_id', '=', call.caller.account?.id ?? -1)
    .where('secondary', '=', 1)
    .execute()
  return new Set([ofComponent, ...own.map(row => row.code)])
}

async function variants(call: AnyCall, { unit }: FoundUnit) {
  return (await variantsIn(call.db, unit, VARIANTS)).map(({ source, target, ...row }) => ({
    ...row,
    source: splitForms(source).map(form => shortText(form)),
    target: splitForms(target).map(form => shortText(form)),
  }))
}

async function glossary(call: AnyCall, { unit, translation, sourceLanguage }: FoundUnit) {
  const spaced = separatesWords(sourceLanguage.code)
  const terms = await termsIn(call.db, translation, splitForms(unit.source).join('\n'), spaced)
  return terms.filter(term => term.id !== unit.id).map(({ readOnly: read_only, ...term }) => ({ ...term, read_only }))
}

async function memory(call: AnyCall, { unit, project, translation, sourceLanguage }: FoundUnit) {
  const text = memoryText(unit)
  if (text === null || translation.is_source === 1) return []
  const place = {
    sourceLanguage: sourceLanguage.id,
    targetLanguage: translation.language_id,
    ...memoryReach(project, call.caller.account?.id ?? null),
  }
  const matches = await recallSeveral(call.db, text, place, MEMORY_THRESHOLD, MEMORY_MATCHES)
  return matches.map(({ row, quality }) => ({ source: row.source, target: row.target, quality, origin: row.origin }))
}

/** The text to look up. The memory stores strings without plurals; the last form of a plural string is the closest. */
export function memoryText(unit: UnitRow): string | null {
  const text = splitForms(unit.source).at(-1)!
  return text === '' || text.length > MAX_QUERY ? null : text
}

async function history(call: AnyCall, { unit }: FoundUnit) {
  const rows = await call.db
    .selectFrom('translation_change')
    .select(['id', 'action', 'author_id', 'timestamp', 'old', 'target', 'details'])
    .where('unit_id', '=', unit.id)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(HISTORY)
    .execute()
  const people = await peopleOf(
    call,
    rows.map(row => row.author_id),
  )
  return rows.map(row => ({
    id: row.id,
    action: row.action,
    action_name: ACTION_NAMES[row.action] ?? String(row.action),
    user: people.get(row.author_id) ?? null,
    timestamp: isoMicroseconds(row.timestamp),
    old: splitForms(row.old),
    target: splitForms(row.target),
    details: storedObject(row.details),
  }))
}

async function screenshots(call: AnyCall, { unit }: FoundUnit) {
  const rows = await call.db
    .selectFrom('screenshot_unit')
    .innerJoin('screenshot', 'screenshot.id', 'screenshot_unit.screenshot_id')
    .select(['screenshot.id', 'screenshot.name'])
    .where('screenshot_unit.unit_id', '=', unit.source_unit_id ?? unit.id)
    .orderBy('screenshot.id')
    .execute()
  return rows.map(({ id, name }) => ({
    id,
    name,
    file_url: call.addresses.api('screenshots', id, 'file'),
    url: call.addresses.api('screenshots', id),
  }))
}

export const LOADERS: Readonly<Record<Part, (call: AnyCall, place: FoundUnit) => Promise<unknown[]>>> = {
  checks,
  suggestions,
  comments,
  nearby,
  variants,
  other_languages: otherLanguages,
  glossary,
  memory,
  history,
  screenshots,
}
