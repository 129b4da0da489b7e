// The page set of a request, for every action that works on one.
import type { ActionRun } from '../api/action-run.ts'
import type { Addressed } from '../api/params/declared.ts'
import type { Args } from '../api/params/kinds.ts'
import type { Continuation } from '../api/query/continuation.ts'
import { PageSet } from '../api/query/page-set.ts'
import type { QueryModule } from '../api/query/query-module.ts'
import { QueryRun } from '../api/query/query-run.ts'
import { PageResolver } from '../api/query/resolve-pages.ts'
import { runGenerator } from '../api/query/run-module.ts'
import { apiMessage, fail } from '../messages/message.ts'
import { queryModule } from '../query/registry.ts'
import type { pageSetParams } from './query-params.ts'

type PageSetArgs = Args<typeof pageSetParams> & { readonly iwurl?: boolean }

export function addressed({ name, prefix, params, group }: QueryModule, generator = false): Addressed {
  return { name, path: `query+${name}`, prefix: generator ? `g${prefix}` : prefix, params, group }
}

/** Pages named by a request or found by its generator. */
export async function requestedPages(
  run: ActionRun,
  args: PageSetArgs,
  continuation: Continuation,
  defaultNs?: number,
): Promise<PageSet> {
  const set = new PageSet()
  const { redirects, iwurl = false, converttitles } = args
  const options = { redirects, iwurl, converttitles, defaultNs }
  if (run.isRespelled('titles') && !continuation.generatorDone)
    new PageResolver(run, set, options).respelled(run.request.params.get('titles')!)
  if (args.generator === undefined) {
    const source = sourceOf(args)
    if (source && !continuation.generatorDone) await fill(new PageResolver(run, set, options), run, args, source)
    return set
  }
  const generator = generatorModule(args.generator)
  const generatorArgs = run.within(`query+${generator.name}`, () => run.args(addressed(generator, true)))
  const source = sourceOf(args)
  if (continuation.generatorDone) return set
  const start = new PageSet()
  if (source) await fill(new PageResolver(run, start, options), run, args, source)
  const q = new QueryRun(run, generator, start, continuation, true)
  const generated = await run.inModule(q.path, () => runGenerator(q, generator, generatorArgs))
  await new PageResolver(run, set, options).refs(generated)
  return set
}

function generatorModule(name: string): QueryModule {
  const module = queryModule(name)
  if (!module) fail('apierror-badgenerator-unknown', [name])
  if (!module.generator) fail('apierror-badgenerator-notgenerator', [name])
  return module
}

type Source = 'titles' | 'pageids' | 'revids'

/** Titles, page ids and revision ids are mutually exclusive. */
function sourceOf(args: PageSetArgs): Source | null {
  let source: Source | null = null
  for (const name of ['titles', 'pageids', 'revids'] as const) {
    if (args[name] === undefined) continue
    if (source) fail('apierror-invalidparammix-cannotusewith', [name, source], { code: 'multisource' })
    source = name
  }
  return source
}

function fill(resolver: PageResolver, run: ActionRun, args: PageSetArgs, source: Source): Promise<void> {
  if (source === 'titles') return resolver.titles(args.titles!)
  if (source === 'pageids') return resolver.ids(args.pageids!)
  if (args.redirects) run.warn('query', apiMessage('apiwarn-redirectsandrevids'))
  return resolver.revisions(args.revids!)
}

/** Adds the continuation to the response. `raw` is the format used before 2014. */
export function outputContinuation(
  run: ActionRun,
  continuation: Continuation,
  generator: string | null,
  raw = false,
): void {
  if (raw) {
    const start = continuation.rawStart(generator)
    if (Object.keys(start).length > 0) run.result['query-noncontinue'] = start
    const values = continuation.raw(generator)
    if (Object.keys(values).length > 0) run.result['query-continue'] = values
    return
  }
  const { values, batchComplete } = continuation.finish()
  if (batchComplete) run.result.batchcomplete = true
  if (Object.keys(values).length > 0) run.result.continue = values
}
