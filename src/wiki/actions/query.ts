import type { ActionRun } from '../api/action-run.ts'
import { actionModule } from '../api/module.ts'
import type { Args } from '../api/params/kinds.ts'
import { Continuation } from '../api/query/continuation.ts'
import { hasOthers, outputOthers, outputPages } from '../api/query/output-pages.ts'
import type { PageSet } from '../api/query/page-set.ts'
import type { QueryModule } from '../api/query/query-module.ts'
import { QueryRun } from '../api/query/query-run.ts'
import { runModule } from '../api/query/run-module.ts'
import { PAGE, PAGE_SET } from '../api/result/envelope.ts'
import type { Row } from '../api/result/shape.ts'
import { queryModule } from '../query/registry.ts'
import { exportPages } from './export.ts'
import { queryParams } from './query-params.ts'
import { addressed, outputContinuation, requestedPages } from './requested-pages.ts'

const OF_PAGES = ['titles', 'pageids', 'revids', 'generator', 'export', 'exportnowrap'] as const

/** Reads page properties, lists, and information about the site and the caller. */
export const query = actionModule({
  name: 'query',
  prefix: '',
  classname: 'ApiQuery',
  summary: 'Get data from the wiki: pages and their properties, lists, and metadata of the site and the user.',
  helpUrls: ['Query', 'Meta', 'Properties', 'Lists'].map(
    page => `https://www.mediawiki.org/wiki/Special:MyLanguage/API:${page}`,
  ),
  help: {
    examples: [
      ['action=query&prop=revisions&meta=siteinfo&titles={main-page}&rvprop=user|comment&continue=', 'revisions'],
      ['action=query&generator=allpages&gapprefix=API/&prop=revisions&continue=', 'allpages'],
    ],
    params: {
      prop: { words: 'Properties to get for the pages.' },
      list: { words: 'Lists to get.' },
      meta: { words: 'Metadata to get.' },
      indexpageids: { words: 'List all returned page ids in a separate section.' },
      export: { words: 'Export the pages as XML.' },
      exportnowrap: { words: 'Return the XML export without wrapping it in a response.' },
      exportschema: { words: 'Version of the export format.' },
      iwurl: { words: 'Return full URLs for interwiki titles.' },
      rawcontinue: { words: 'Return continuation data in the format used before 2014.' },
      titles: { words: 'Titles of the pages.', key: 'api-pageset-param-titles' },
      pageids: { key: 'api-pageset-param-pageids' },
      revids: { key: 'api-pageset-param-revids' },
      generator: { key: 'api-pageset-param-generator' },
      redirects: { key: 'api-pageset-param-redirects-generator' },
      converttitles: {
        key: 'api-pageset-param-converttitles',
        params: [{ list: ['ban', 'en', 'crh', 'gan', 'iu', 'kk', 'ku', 'shi', 'sr', 'tg', 'uz', 'zh'], type: 'text' }],
      },
    },
  },
  result: {
    'query?': {
      ...PAGE_SET,
      'pageids?': ['string'],
      /** With the results of page modules and of the generator. */
      'pages?': [{ ...PAGE, '*': 'any' }],
      'export?': 'string',
      /** Results of lists and meta modules. */
      '*': 'any',
    },
    /** Results of lists that do not belong to `query`. */
    '*': 'any',
  },
  params: queryParams,
  cacheable: true,
  // Without pages; its modules have their own say.
  ofSite: a => OF_PAGES.every(name => !a[name]),
  opens: (run, args) => asksHowToLogIn(run.request, modulesOf(args.meta)),

  async run(run, args) {
    const props = modulesOf(args.prop)
    const all = [...props, ...modulesOf(args.list), ...modulesOf(args.meta)]
    const names = all.map(module => module.name)
    const onPages = props.map(module => module.name)
    const begin = () => new Continuation(args.continue ?? '', run.request.params, names, onPages)
    const continuation = run.within('main', begin)
    // Modules report problems with their arguments on their turn; do it now for those that will not run.
    for (const module of all) {
      if (!continuation.shouldRun(module.name)) run.within(`query+${module.name}`, () => run.args(addressed(module)))
    }
    const pages = await requestedPages(run, args, continuation)
    if (hasOthers(pages)) await outputOthers(run, pages)
    outputPages(run, pages)
    for (const module of all) {
      if (!continuation.shouldRun(module.name)) continue
      const q = new QueryRun(run, module, pages, continuation, false)
      await run.inModule(q.path, () => runModule(q, module, run.args(addressed(module))))
    }
    finishPages(run, args, pages)
    if (args.export) await exportPages(run, args, pages)
    outputContinuation(run, continuation, args.generator ?? null, args.rawcontinue)
    // The modules have added their results themselves.
    return {}
  },
})

const modulesOf = (names: readonly string[] | undefined): QueryModule[] => (names ?? []).map(name => queryModule(name)!)

/** Parameters that clients add to any request and that reveal nothing. */
const HARMLESS: ReadonlySet<string> = new Set(['meta', 'rawcontinue', 'indexpageids'])

/** A private wiki still tells visitors how to log in, if the request asks for nothing else. */
const asksHowToLogIn = ({ params }: ActionRun['request'], meta: readonly QueryModule[]): boolean =>
  meta.length > 0 &&
  meta.every(module => module.readRights === false) &&
  Object.keys(queryParams).every(name => HARMLESS.has(name) || !params.has(name))

type QueryArgs = Args<typeof queryParams>

/** What stands before the pages; what modules found comes after them. */
const OF_TITLES: ReadonlySet<string> = new Set(['normalized', 'converted', 'interwiki', 'redirects', 'badrevids'])

function finishPages(run: ActionRun, args: QueryArgs, pages: PageSet): void {
  const version = run.request.params.get('formatversion')
  const output = pages.outputPages(version === '2' || version === 'latest')
  if (!output) return
  if (run.result.query === undefined && !args.indexpageids) {
    run.result.query = { pages: output }
    return
  }
  const found = Object.entries((run.result.query ?? {}) as Row)
  run.result.query = {
    ...Object.fromEntries(found.filter(([name]) => OF_TITLES.has(name))),
    ...(args.indexpageids && { pageids: pages.outputIds() }),
    pages: output,
    ...Object.fromEntries(found.filter(([name]) => !OF_TITLES.has(name))),
  }
}
