import type { ActionRun } from '../api/action-run.ts'
import { splitMany } from '../api/params/parse.ts'
import { ENVELOPE, PAGE, PAGE_SET } from '../api/result/envelope.ts'
import type { Members } from '../api/result/kinds.ts'
import { mismatches } from '../api/result/mismatches.ts'
import { queryModule } from '../query/registry.ts'
import { actionApi } from './index.ts'

/** Where a successful response differs from what its modules declare. */
export function responseMismatches(run: ActionRun): string[] {
  const { params } = run.request
  const name = params.get('action') ?? 'help'
  const isOther = run.headers['mediawiki-api-error'] !== undefined || run.rawAnswer !== null || run.ownFormats !== null
  if (isOther) return []
  const declared = name === 'query' ? queryMembers(params) : actionApi.action(name)!.result
  return mismatches({ ...ENVELOPE, ...declared }, run.result, name)
}

/** Members of a query's response: those of each requested module in its place. */
function queryMembers(params: ActionRun['request']['params']): Members {
  const requested = (group: string) => splitMany(params.get(group) ?? '').flatMap(name => queryModule(name) ?? [])
  const beside = requested('list').filter(module => 'besideQuery' in module)
  const inside = [...requested('list'), ...requested('meta')].filter(module => !beside.includes(module))
  const generator = queryModule(params.get('generator') ?? '')
  const page: Members = {
    ...PAGE,
    ...generator?.generatorResult,
    ...merged(requested('prop').map(module => module.result)),
  }
  const query: Members = {
    ...PAGE_SET,
    'pages?': [page],
    'pageids?': ['string'],
    'export?': 'string',
    ...merged(inside.map(module => module.result)),
    ...merged(requested('prop').map(module => module.queryResult ?? {})),
    // Some lists return their totals even as a generator.
    ...optional(generator?.group === 'list' ? generator.result : {}),
  }
  return { 'query?': optional(query), ...merged(beside.map(module => module.result)) }
}

const merged = (all: readonly Members[]): Members => Object.assign({}, ...all) as Members

/** A continued query returns only what is left. */
const optional = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([name, kind]) => [/[?*]$/.test(name) ? name : `${name}?`, kind]))
