import type { ActionRun, Addressed } from '../api/action-run.ts'
import { queryParams } from '../api/declarations.ts'
import { apiMessage, fail } from '../api/messages/message.ts'
import { actionModule, type QueryModule } from '../api/module.ts'
import type { Args } from '../api/params/kinds.ts'
import { Continuation } from '../api/query/continuation.ts'
import { hasOthers, outputOthers, outputPages } from '../api/query/output-pages.ts'
import { PageSet } from '../api/query/page-set.ts'
import { QueryRun } from '../api/query/query-run.ts'
import { PageResolver } from '../api/query/resolve-pages.ts'
import { runGenerator, runModule } from '../api/query/run-module.ts'
import { queryModule } from '../query/index.ts'
import { exportPages } from './export.ts'

type QueryArgs = Args<typeof queryParams>

function addressed({ name, prefix, params, group }: QueryModule, generator = false): Addressed {
  return { name, path: `query+${name}`, prefix: generator ? `g${prefix}` : prefix, params, group }
}

/** Reads from the wiki: the pages asked for, properties of them, lists, and facts about the site and the caller. */
export const query = actionModule({
  name: 'query',
  prefix: '',
  classname: 'ApiQuery',
  summary: 'Reads from the wiki: pages and their properties, lists, and facts about the site and the caller.',
  helpUrls: ['Query', 'Meta', 'Properties', 'Lists'].map(
    page => `https://www.mediawiki.org/wiki/Special:MyLanguage/API:${page}`,
  ),
  params: queryParams,

  async run(run, args) {
    const props = modulesOf(args.prop)
    const all = [...props, ...modulesOf(args.list), ...modulesOf(args.meta)]
    const names = all.map(module => module.name)
    const onPages = props.map(module => module.name)
    const begin = () => new Continuation(args.continue ?? '', run.request.params, names, onPages)
    const continuation = run.within('main', begin)
    // Arguments are read, and what is wrong with them is told, when their module's turn comes; now for those without one.
    for (const module of all) {
      if (!continuation.shouldRun(module.name)) run.within(`query+${module.name}`, () => run.args(addressed(module)))
    }
    const pages = await resolvePages(run, args, continuation)
    if (hasOthers(pages)) await outputOthers(run, pages)
    outputPages(run, pages)
    for (const module of all) {
      if (!continuation.shouldRun(module.name)) continue
      const q = new QueryRun(run, module, pages, continuation, false)
      await run.inModule(q.path, () => runModule(q, run.args(addressed(module))))
    }
    finishPages(run, args, pages)
    if (args.export) await exportPages(run, args, pages)
    writeContinuation(run, args, continuation)
  },
})

const modulesOf = (names: readonly string[] | undefined): QueryModule[] => (names ?? []).map(name => queryModule(name)!)

async function resolvePages(run: ActionRun, args: QueryArgs, continuation: Continuation): Promise<PageSet> {
  const set = new PageSet()
  const options = { redirects: args.redirects, iwurl: args.iwurl, converttitles: args.converttitles }
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
  const found = await run.inModule(q.path, () => runGenerator(q, generatorArgs))
  await new PageResolver(run, set, options).refs(found)
  return set
}

function generatorModule(name: string): QueryModule {
  const module = queryModule(name)
  if (!module) fail('apierror-badgenerator-unknown', [name])
  if (!module.generator) fail('apierror-badgenerator-notgenerator', [name])
  return module
}

type Source = 'titles' | 'pageids' | 'revids'

/** Names, ids and revisions are alternatives. */
function sourceOf(args: QueryArgs): Source | null {
  let source: Source | null = null
  for (const name of ['titles', 'pageids', 'revids'] as const) {
    if (args[name] === undefined) continue
    if (source) fail('apierror-invalidparammix-cannotusewith', [name, source], { code: 'multisource' })
    source = name
  }
  return source
}

function fill(resolver: PageResolver, run: ActionRun, args: QueryArgs, source: Source): Promise<void> {
  if (source === 'titles') return resolver.titles(args.titles!)
  if (source === 'pageids') return resolver.ids(args.pageids!)
  if (args.redirects) run.warn('query', apiMessage('apiwarn-redirectsandrevids'))
  return resolver.revisions(args.revids!)
}

function finishPages(run: ActionRun, args: QueryArgs, pages: PageSet): void {
  const version = run.request.params.get('formatversion')
  const output = pages.outputPages(version === '2' || version === 'latest')
  if (!output) return
  run.result.query ??= {}
  const answer = run.result.query as Record<string, unknown>
  if (args.indexpageids) answer.pageids = pages.outputIds()
  answer.pages = output
}

function writeContinuation(run: ActionRun, args: QueryArgs, continuation: Continuation): void {
  if (args.rawcontinue) {
    const start = continuation.rawStart(args.generator ?? null)
    if (Object.keys(start).length > 0) run.result['query-noncontinue'] = start
    const raw = continuation.raw(args.generator ?? null)
    if (Object.keys(raw).length > 0) run.result['query-continue'] = raw
    return
  }
  const { values, batchComplete } = continuation.finish()
  if (batchComplete) run.result.batchcomplete = true
  if (Object.keys(values).length > 0) run.result.continue = values
}
