import { absent } from '#fields/absent.ts'
import { help, nullable, optional, shape } from '#fields/field.ts'
import { boolean, choice, list as listOf, nested, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { splitForms } from '../../catalogue/forms.ts'
import {
  acceptSuggestion,
  removeSuggestion,
  type SuggestionRow,
  suggest,
  VISITOR,
  type Vote,
  vote,
} from '../../catalogue/suggestions.ts'
import { workflowOf } from '../../catalogue/workflows.ts'
import { UNIT_STATES } from '../../values/unit-states.ts'
import { forbidden, notFound } from '../errors.ts'
import { Suggestion, suggestionObjects } from '../objects/suggestion.ts'
import { LARGE_PAGE_SIZE } from '../pagination.ts'
import { act, create, JsonAnswer, list, read, remove, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, type FoundUnit, findUnit, idIn, needTranslation, needUnlocked } from './find.ts'
import { explained } from './units.ts'

const Outcome = shape('SuggestionOutcome', 'Result of a vote on a suggestion.', {
  result: text(),
  suggestion: help(nullable(nested(Suggestion)), 'Null if the suggestion was accepted.'),
})

/** Counts the caller's vote and returns the outcome. */
async function castVote(call: AnyCall, place: FoundUnit, suggestion: SuggestionRow, value: Vote['value']) {
  const { translation } = place
  const needed = workflowOf(place).suggestion_autoaccept
  const ballot: Vote = { account: call.accountId(), value, needed }
  const result = await explained(() => call.work(piece => vote(piece, translation, suggestion, ballot)))
  return { result, suggestion: result === 'accepted' ? null : await suggestionObject(call, suggestion) }
}

const suggestionObject = async (call: AnyCall, row: SuggestionRow) => (await suggestionObjects(call, [row]))[0]

interface FoundSuggestion extends FoundUnit {
  suggestion: SuggestionRow
}

async function find(call: AnyCall): Promise<FoundSuggestion> {
  const id = idIn(call, 'suggestion')
  const suggestion = await call.db.selectFrom('suggestion').selectAll().where('id', '=', id).executeTakeFirst()
  if (suggestion === undefined) throw notFound()
  return { ...(await findUnit(call, suggestion.unit_id)), suggestion }
}

/** Callers who can vote automatically vote for what they suggest. */
const mayVote = async (call: AnyCall, place: FoundUnit): Promise<boolean> =>
  call.caller.account !== null && (await call.permissions()).inPlace(place, 'suggestion.vote')

const forms = listOf(text({ blank: true, verbatim: true, max: 100_000 }), { max: 20 })

/** Anyone may suggest, so texts are limited to many times the length of the source. */
function needReasonableLength(source: string, target: readonly string[]): void {
  const longest = 10 * (Math.max(100, 10 * Math.max(...splitForms(source).map(form => form.length))) + 100)
  if (target.some(form => form.length > longest)) throw invalidField('target', 'invalid', 'The suggestion is too long.')
}

export const suggestionResources = [
  resource({
    path: '/suggestions/',
    name: 'Suggestions',
    description: 'Pending suggestions in visible projects, newest first.',
    operations: {
      GET: list({
        summary: 'List suggestions',
        answer: Suggestion,
        pageSize: LARGE_PAGE_SIZE,
        handle: async call => {
          const permissions = await call.permissions()
          const query = call.db
            .selectFrom('suggestion')
            .innerJoin('unit', 'unit.id', 'suggestion.unit_id')
            .innerJoin('translation', 'translation.id', 'unit.translation_id')
            .innerJoin('project', 'project.id', 'translation.project_id')
            .innerJoin('component', 'component.id', 'translation.component_id')
            .selectAll('suggestion')
            .where(eb => permissions.visibleProjects(eb))
            .where(eb => permissions.visibleComponents(eb))
            .orderBy('suggestion.id', 'desc')
          return rowsOf(query, rows => suggestionObjects(call, rows))
        },
      }),
    },
  }),
  resource({
    path: '/suggestions/:suggestion(\\d+)/',
    name: 'Suggestion',
    description: 'A suggestion.',
    operations: {
      GET: read({
        summary: 'Get a suggestion',
        answer: Suggestion,
        handle: async call => suggestionObject(call, (await find(call)).suggestion),
      }),
      DELETE: remove({
        summary: 'Reject a suggestion',
        hold: 'shared',
        body: {
          ...absent('Spam is not reported to a service', { is_spam: [false] }),
          rejection_reason: help(
            optional(text({ max: 200, blank: true })),
            'Why the suggestion is rejected. The history of the string keeps it in details.',
          ),
        },
        allow: async call => {
          const place = await find(call)
          if (place.suggestion.account_id !== call.caller.account?.id)
            await needTranslation(call, place, 'suggestion.delete')
        },
        handle: async call => {
          const { translation, suggestion } = await find(call)
          const reason = call.body.rejection_reason ?? ''
          await call.work(piece => removeSuggestion(piece, translation, suggestion, { reason }))
        },
      }),
    },
  }),
  resource({
    path: '/suggestions/:suggestion(\\d+)/accept/',
    name: 'Accept suggestion',
    description: 'Accepts a suggestion as the translation.',
    operations: {
      POST: act({
        summary: 'Accept a suggestion',
        body: { approve: help(optional(boolean()), 'Also approve the translation.') },
        allow: async call => needTranslation(call, await find(call), 'suggestion.accept'),
        handle: async call => {
          const place = await find(call)
          needUnlocked(place)
          if (call.body.approve) await needTranslation(call, place, 'unit.review')
          const state = call.body.approve ? UNIT_STATES.approved : UNIT_STATES.translated
          await explained(() => call.work(piece => acceptSuggestion(piece, place.translation, place.suggestion, state)))
          return { result: 'accepted' }
        },
      }),
    },
  }),
  resource({
    path: '/suggestions/:suggestion(\\d+)/vote/',
    name: 'Vote for suggestion',
    description: 'Votes for or against a suggestion.',
    operations: {
      POST: act({
        summary: 'Vote on a suggestion',
        body: {
          value: choice(
            new Map([
              [1, 'In favour'],
              [0, 'No vote'],
              [-1, 'Against'],
            ] as const),
          ),
        },
        answer: Outcome,
        allow: async call => needTranslation(call, await find(call), 'suggestion.vote'),
        handle: async call => {
          const place = await find(call)
          needUnlocked(place)
          if (!workflowOf(place).suggestion_voting) throw forbidden('Voting is turned off in this component.')
          return castVote(call, place, place.suggestion, call.body.value)
        },
      }),
    },
  }),
  resource({
    path: '/units/:unit(\\d+)/suggestions/',
    name: 'Unit suggestions',
    description: 'Suggestions for a string, newest first.',
    operations: {
      GET: list({
        summary: 'List suggestions for a string',
        answer: Suggestion,
        pageSize: LARGE_PAGE_SIZE,
        handle: async call => {
          const { unit } = await findUnit(call)
          const query = call.db
            .selectFrom('suggestion')
            .selectAll()
            .where('unit_id', '=', unit.id)
            .orderBy('id', 'desc')
          return rowsOf(query, rows => suggestionObjects(call, rows))
        },
      }),
      POST: create({
        summary: 'Suggest a translation',
        anonymousRate: '20/h',
        body: { target: forms },
        answer: Suggestion,
        also: { 200: Outcome },
        allow: async call => needTranslation(call, await findUnit(call), 'suggestion.add'),
        handle: async call => {
          const place = await findUnit(call)
          needUnlocked(place)
          if (place.unit.state === UNIT_STATES.readonly) throw forbidden('This string is read-only.')
          needReasonableLength(place.unit.source, call.body.target)
          const { enable_suggestions, suggestion_voting } = workflowOf(place)
          if (!enable_suggestions) throw forbidden('Suggestions are turned off in this component.')
          const created = await explained(() =>
            call.workAsAnyone(piece =>
              suggest(piece, place.translation, place.unit, call.body.target, call.caller.account?.id ?? VISITOR),
            ),
          )
          if (created === null)
            throw invalidField('target', 'invalid', 'The suggestion is the same as the translation.')
          const { suggestion, isNew } = created
          const votes = suggestion_voting && (await mayVote(call, place))
          if (!isNew && (!votes || suggestion.account_id === call.caller.account?.id))
            throw invalidField('target', 'unique', 'This translation has already been suggested.')
          if (!votes) return suggestionObject(call, suggestion)
          const outcome = await castVote(call, place, suggestion, 1)
          return isNew && outcome.result === 'voted' ? outcome.suggestion : new JsonAnswer(outcome, 200)
        },
      }),
    },
  }),
]
