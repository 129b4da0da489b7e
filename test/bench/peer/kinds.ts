// The thirteen kinds of request that are compared, each in many variants, so that no response is answered from memory.

type Params = Readonly<Record<string, string>>

/** Names that the requests use, read from the wiki itself. */
export interface WikiNames {
  readonly titles: readonly string[]
  readonly users: readonly string[]
  readonly categories: readonly string[]
  readonly words: readonly string[]
  /** Names of modules for `paraminfo`. */
  readonly modules: readonly string[]
}

const SITE_PARTS = ['general', 'namespaces', 'namespacealiases', 'statistics', 'languages', 'extensions', 'magicwords']

const from = (list: readonly string[], number: number): string => list[number % list.length]!

/** Different in every variant, as long as the list has this many entries. */
const some = (list: readonly string[], number: number, count: number): string =>
  Array.from({ length: count }, (_, at) => from(list, number * count + at * 7 + at)).join('|')

/** Between 2010 and 2023. */
const time = (number: number): string =>
  new Date(Date.UTC(2010, 0, 1) + (number % 5000) * 86_400_000).toISOString().replace(/\.\d+/, '')

/** The parameters of the n-th variant of each kind. */
export const KINDS: Readonly<Record<string, (names: WikiNames, number: number) => Params>> = {
  logevents: (_, n) => ({ action: 'query', list: 'logevents', lelimit: '50', lestart: time(n) }),
  usercontribs: ({ users }, n) => ({
    action: 'query',
    list: 'usercontribs',
    uclimit: '50',
    ucuser: from(users, n),
    ucstart: time(n * 13),
  }),
  backlinks: ({ titles }, n) => ({ action: 'query', list: 'backlinks', bllimit: '50', bltitle: from(titles, n) }),
  paraminfo: ({ modules }, n) => ({ action: 'paraminfo', modules: some(modules, n, 3) }),
  recentchanges: (_, n) => ({
    action: 'query',
    list: 'recentchanges',
    rclimit: '50',
    rcprop: 'title|ids|user|comment|timestamp|sizes|flags',
    rcnamespace: String(n % 16),
    rctype: 'edit|new|log',
    rctoponly: n % 3 === 0 ? '1' : '',
  }),
  allpages: ({ titles }, n) => ({ action: 'query', list: 'allpages', aplimit: '50', apfrom: from(titles, n) }),
  categorymembers: ({ categories }, n) => ({
    action: 'query',
    list: 'categorymembers',
    cmlimit: '50',
    cmtitle: `Category:${from(categories, n)}`,
  }),
  search: ({ words }, n) => ({ action: 'query', list: 'search', srlimit: '10', srsearch: from(words, n) }),
  siteinfo: (_, n) => ({
    action: 'query',
    meta: 'siteinfo',
    siprop: SITE_PARTS.filter((_part, at) => ((n % 127) + 1) & (1 << at)).join('|'),
  }),
  'revisions with text': ({ titles }, n) => ({
    action: 'query',
    prop: 'revisions',
    titles: some(titles, n, 3),
    rvprop: 'ids|user|timestamp|comment|content',
    rvslots: 'main',
  }),
  info: ({ titles }, n) => ({ action: 'query', prop: 'info', titles: some(titles, n, 5) }),
  'generator with two props': ({ titles }, n) => ({
    action: 'query',
    generator: 'links',
    gpllimit: '20',
    titles: from(titles, n),
    prop: 'info|categories',
    cllimit: '50',
  }),
  users: ({ users }, n) => ({ action: 'query', list: 'users', ususers: some(users, n, 3), usprop: 'groups|editcount' }),
  parse: ({ titles }, n) => ({ action: 'parse', page: from(titles, n), prop: 'text|links|categories' }),
}

export const urlOf = (path: string, params: Params): string => {
  const used = Object.entries(params).filter(([, value]) => value !== '')
  return `${path}?${new URLSearchParams([...used, ['format', 'json'], ['formatversion', '2']])}`
}

/** Reads names through the Action API. */
export async function readNames(api: string): Promise<WikiNames> {
  const ask = async <T>(params: Params): Promise<T> =>
    (await (await fetch(urlOf(api, { action: 'query', ...params }))).json()) as T
  interface Listed {
    readonly continue?: Params
    readonly query: Readonly<Record<string, readonly { title?: string; name?: string; category?: string }[]>>
  }
  const all = async (list: string, params: Params): Promise<string[]> => {
    const names: string[] = []
    for (let next: Params | undefined = {}; next !== undefined && names.length < 2000; ) {
      const page: Listed = await ask<Listed>({ list, ...params, ...next })
      names.push(...page.query[list]!.map(({ title, name, category }) => title ?? name ?? category!))
      next = page.continue
    }
    return names
  }
  const titles = await all('allpages', { aplimit: '500', apfilterredir: 'nonredirects' })
  const info = await ask<{ paraminfo: { modules: { parameters: { name: string; type: string[] }[] }[] } }>({
    action: 'paraminfo',
    modules: 'query',
  })
  const parameters = info.paraminfo.modules[0]!.parameters
  const modules = parameters
    .filter(({ name }) => ['prop', 'list', 'meta'].includes(name))
    .flatMap(({ type }) => type.map(name => `query+${name}`))
  return {
    titles,
    users: await all('allusers', { aulimit: '500', auwitheditsonly: '1' }),
    categories: await all('allcategories', { aclimit: '500' }),
    words: [...new Set(titles.flatMap(title => title.split(/[^\p{L}]+/u)).filter(word => word.length > 2))],
    modules,
  }
}
