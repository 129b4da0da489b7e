// The requests of the benchmark, and the statements that each of them runs.
import { testServices } from '#core/testing.ts'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { queryRecorder } from '#store/testing-queries.ts'
import { actionApi } from '#wiki/actions/index.ts'
import { openWiki } from '#wiki/open-wiki.ts'

const FILE = 'Файл:Corpus red.png'
const TEMPLATE = 'Шаблон:Карточка'
const PAGES = 'Марс|Земля|Ссылки'
const OTHER_WIKIS = 'Марс|Межвики|Земля|Луна'

/**
 * All lists that visitors may read, and all page properties that are lists. The first eight are those that
 * docs/performance.md has tracked from the beginning.
 */
const REQUESTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  allpages: { list: 'allpages', aplimit: '50' },
  backlinks: { list: 'backlinks', bltitle: 'Марс', bllimit: '50' },
  categorymembers: { list: 'categorymembers', cmtitle: 'Категория:Планеты', cmlimit: '50' },
  recentchanges: { list: 'recentchanges', rcprop: 'title|ids|user|comment|timestamp|sizes|flags', rclimit: '50' },
  logevents: { list: 'logevents', lelimit: '50' },
  info: { prop: 'info', titles: 'Марс|Земля|Луна|Плутон|Юпитер' },
  revisions: {
    prop: 'revisions',
    titles: 'Марс|Земля|Луна',
    rvprop: 'ids|user|timestamp|comment|content',
    rvslots: 'main',
  },
  links: { prop: 'links', titles: PAGES, pllimit: '50' },
  allcategories: { list: 'allcategories', acprop: 'size', aclimit: '50' },
  alldeletedrevisions: { list: 'alldeletedrevisions', adrprop: 'ids|timestamp', adrlimit: '50' },
  allfileusages: { list: 'allfileusages', afprop: 'ids|title', aflimit: '50' },
  allimages: { list: 'allimages', ailimit: '50' },
  alllinks: { list: 'alllinks', alprop: 'ids|title', allimit: '50' },
  allredirects: { list: 'allredirects', arprop: 'ids|title', arlimit: '50' },
  allrevisions: { list: 'allrevisions', arvlimit: '50' },
  alltransclusions: { list: 'alltransclusions', atprop: 'ids|title', atlimit: '50' },
  allusers: { list: 'allusers', aulimit: '50' },
  blocks: { list: 'blocks', bklimit: '50' },
  embeddedin: { list: 'embeddedin', eititle: TEMPLATE, eilimit: '50' },
  exturlusage: { list: 'exturlusage', eulimit: '50' },
  filearchive: { list: 'filearchive', falimit: '50' },
  imageusage: { list: 'imageusage', iutitle: FILE, iulimit: '50' },
  iwbacklinks: { list: 'iwbacklinks', iwbllimit: '50' },
  langbacklinks: { list: 'langbacklinks', lbllimit: '50' },
  pagepropnames: { list: 'pagepropnames', ppnlimit: '50' },
  pageswithprop: { list: 'pageswithprop', pwppropname: 'displaytitle', pwplimit: '50' },
  prefixsearch: { list: 'prefixsearch', pssearch: 'М', pslimit: '50' },
  protectedtitles: { list: 'protectedtitles', ptlimit: '50' },
  querypage: { list: 'querypage', qppage: 'Longpages', qplimit: '50' },
  random: { list: 'random', rnlimit: '50', rnnamespace: '0' },
  search: { list: 'search', srsearch: 'Марс', srlimit: '10' },
  tags: { list: 'tags', tglimit: '50' },
  usercontribs: { list: 'usercontribs', ucuser: 'Алиса', uclimit: '50' },
  users: { list: 'users', ususers: 'Алиса', usprop: 'groups|editcount' },
  categories: { prop: 'categories', titles: PAGES, cllimit: '50' },
  contributors: { prop: 'contributors', titles: PAGES, pclimit: '50' },
  deletedrevisions: {
    prop: 'deletedrevisions',
    titles: 'Удалённая|Удалённая 2|Марс',
    drvprop: 'ids|timestamp',
    drvlimit: '50',
  },
  duplicatefiles: { prop: 'duplicatefiles', titles: FILE, dflimit: '50' },
  extlinks: { prop: 'extlinks', titles: PAGES, ellimit: '50' },
  fileusage: { prop: 'fileusage', titles: FILE, fulimit: '50' },
  imageinfo: { prop: 'imageinfo', titles: FILE, iilimit: '50' },
  images: { prop: 'images', titles: PAGES, imlimit: '50' },
  iwlinks: { prop: 'iwlinks', titles: OTHER_WIKIS, iwlimit: '50' },
  langlinks: { prop: 'langlinks', titles: OTHER_WIKIS, lllimit: '50' },
  linkshere: { prop: 'linkshere', titles: PAGES, lhlimit: '50' },
  redirects: { prop: 'redirects', titles: PAGES, rdlimit: '50' },
  history: { prop: 'revisions', titles: 'Марс', rvprop: 'ids|user|timestamp|comment', rvlimit: '50' },
  templates: { prop: 'templates', titles: PAGES, tllimit: '50' },
  transcludedin: { prop: 'transcludedin', titles: TEMPLATE, tilimit: '50' },
}

export interface BenchRequest {
  readonly name: string
  readonly url: string
  readonly statements: readonly { readonly sql: string; readonly parameters: readonly unknown[] }[]
}

/** All requests, or those with the given names. */
export async function benchRequests(store: Store, clock: Clock, only: readonly string[]): Promise<BenchRequest[]> {
  const { seen, plugin } = queryRecorder()
  const services = await testServices({ ...store, read: store.read.withPlugin(plugin) }, clock)
  const wiki = await openWiki(services)
  const caller = await services.callers.identify({ ip: '127.0.0.1', headers: {} })
  const requests: BenchRequest[] = []
  for (const [name, own] of Object.entries(REQUESTS)) {
    if (only.length > 0 && !only.includes(name)) continue
    const params = new Map(Object.entries({ action: 'query', format: 'json', formatversion: '2', ...own }))
    const request = {
      params,
      inUrl: new Set(params.keys()),
      files: new Map(),
      ip: '127.0.0.1',
      header: () => undefined,
    }
    // The first request may read data that is cached afterwards.
    for (const _ of [1, 2]) {
      seen.length = 0
      await actionApi(wiki, { method: 'GET', ...request }, caller)
    }
    const compiled = seen.map(node => store.read.getExecutor().compileQuery(node, { queryId: 'bench' }))
    const statements = compiled.map(({ sql, parameters }) => ({ sql, parameters }))
    requests.push({ name, url: `/api.php?${new URLSearchParams([...params])}`, statements })
  }
  return requests
}
