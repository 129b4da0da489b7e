import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, string } from '../api/params/kinds.ts'
import { Continuation } from '../api/query/continuation.ts'
import { list, type Row } from '../api/result/shape.ts'
import { type PageName, pagesByName } from '../content/pages.ts'
import { setWatching } from '../editing/watching.ts'
import { fail, messageParam } from '../messages/message.ts'
import { parseTitle } from '../site/titles.ts'
import { askedPages, tellContinuation } from './asked-pages.ts'
import { untouchedPages } from './page-results.ts'
import { pageSetParams } from './query-params.ts'

export const watch = actionModule({
  name: 'watch',
  prefix: '',
  classname: 'ApiWatch',
  summary: 'Adds pages to the watchlist or takes them off it.',
  helpUrls: [helpPage('Watch')],
  mustBePosted: true,
  write: true,
  token: 'watch',
  help: {
    params: {
      title: { words: 'The page to watch; titles takes its place.' },
      unwatch: { words: 'Take the pages off the watchlist.' },
    },
  },
  params: {
    title: string({ deprecated: true }),
    unwatch: boolean(),
    continue: string(),
    ...pageSetParams,
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    if (!run.caller.account) fail('watchlistanontext', [], { code: 'notloggedin' })
    if (!run.caller.can('editmywatchlist')) fail('apierror-permissiondenied', [messageParam('action-editmywatchlist')])
    const continuation = run.within('main', () => new Continuation(a.continue ?? '', run.request.params, [], []))
    if (a.title !== undefined) {
      const other = (['titles', 'pageids', 'revids', 'generator'] as const).find(name => a[name] !== undefined)
      if (other) fail('apierror-invalidparammix-cannotusewith', ['title', other])
      // The older form does not say whether there is such a page.
      const [{ missing, ...row } = {} as Row] = await watchAll(run, [titled(run, a.title)], !a.unwatch)
      run.result.watch = row
    } else {
      const pages = await askedPages(run, a, continuation)
      const others = await untouchedPages(run, pages, [
        ...(['invalid', 'special', 'missingIds', 'missingRevisions', 'interwiki'] as const),
      ])
      const rows = await watchAll(run, [...pages.missing, ...pages.good.values()], !a.unwatch)
      run.result.watch = list('w', [...others, ...rows])
    }
    tellContinuation(run, continuation, a.generator ?? null)
  },
})

function titled({ wiki }: ActionRun, text: string): PageName {
  const title = parseTitle(wiki.site, text)
  if ('invalid' in title || title.interwiki !== '' || title.ns < 0 || title.dbkey === '') fail('invalidtitle')
  return { ns: title.ns, title: title.dbkey }
}

async function watchAll(run: ActionRun, pages: readonly PageName[], watched: boolean): Promise<Row[]> {
  await run.wiki.store.transaction(async tx => {
    for (const page of pages) await setWatching(tx, run.caller, page, watched)
  })
  const found = new Set((await pagesByName(run.db, pages)).map(page => `${page.ns}:${page.title}`))
  return pages.map(({ ns, title }) => ({
    title: run.titleText(ns, title),
    ns,
    [watched ? 'watched' : 'unwatched']: true,
    ...(!found.has(`${ns}:${title}`) && { missing: true }),
  }))
}
