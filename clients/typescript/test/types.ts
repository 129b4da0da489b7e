// Type tests: each line below "@ts-expect-error" must fail to compile. Compiled by "npm run check", never run.
import { type ListItem, type Rest, Translations, Wiki } from '../src/index.ts'

const wiki = new Wiki({ url: 'https://example.org/w/api.php' })
const translations = new Translations({ url: 'https://example.org', key: 'secret' })

/** Whether two types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sure = <_ extends true>(): void => {}

export async function queries(): Promise<void> {
  const { query } = await wiki.query({ list: 'allpages', aplimit: 'max', apnamespace: 0, apdir: 'descending' })
  const pages = query?.allpages
  sure<Same<typeof pages, ListItem<'allpages'>[] | undefined>>()
  const titles: string[] | undefined = query?.allpages?.map(page => page.title)
  // @ts-expect-error a direction that does not exist
  await wiki.query({ list: 'allpages', apdir: 'sideways' })
  // @ts-expect-error a parameter of another module
  await wiki.query({ list: 'allpages', cmtitle: 'Category:Harbours' })
  // @ts-expect-error a module that does not exist
  await wiki.query({ list: 'everything' })
  // @ts-expect-error a limit is a number or "max"
  await wiki.query({ list: 'allpages', aplimit: 'all' })
  // @ts-expect-error not requested
  query?.backlinks
  // @ts-expect-error a required parameter is missing
  await wiki.query({ list: 'search', srlimit: 5 })

  const both = await wiki.query({
    list: ['recentchanges', 'search'],
    srsearch: 'harbour',
    rcprop: ['title', 'ids'],
    meta: 'userinfo',
  })
  const mixed: (string | undefined)[] = [both.query?.recentchanges?.[0]?.title, both.query?.search?.[0]?.title]
  const name: string | undefined = both.query?.userinfo.name
  // @ts-expect-error an invalid value
  await wiki.query({ list: 'recentchanges', rcprop: ['title', 'weather'] })

  const generated = await wiki.query({ generator: 'allpages', gapfrom: 'A', prop: 'info', inprop: 'url' })
  const address: string | undefined = generated.query?.pages?.[0]?.fullurl
  // @ts-expect-error generator parameters need the prefix g
  await wiki.query({ generator: 'allpages', apfrom: 'A' })
  // @ts-expect-error revisions were not requested
  generated.query?.pages?.[0]?.revisions
  void [titles, mixed, name, address]
}

export async function iteration(): Promise<void> {
  for await (const change of wiki.list('recentchanges', { rcend: new Date(0) })) {
    const revision: number | undefined = change.revid
    // @ts-expect-error no such member
    change.weather
    void revision
  }
  for await (const page of wiki.pages({ titles: ['Main Page'], prop: ['revisions', 'links'], rvprop: 'content' })) {
    const text: string | undefined = page.revisions?.[0]?.slots?.main?.content
    const link: string | undefined = page.links?.[0]?.title
    void [text, link]
  }
}

export async function actions(): Promise<void> {
  const { edit } = await wiki.action('edit', { title: 'Harbour', text: 'Boats.', summary: 'Add boats' })
  const revision: number | undefined = edit.newrevid
  // @ts-expect-error no such action
  await wiki.action('fly', {})
  // @ts-expect-error no such parameter
  await wiki.action('edit', { title: 'Harbour', colour: 'blue' })
  // @ts-expect-error a move needs a new title
  await wiki.action('move', { from: 'Harbour' })
  void revision
}

export async function rest(): Promise<void> {
  const project: Rest.Project = await translations.get('/projects/{project}/', { path: { project: 'harbour-library' } })
  const users = await translations.get('/users/')
  const count: number = users.count
  // @ts-expect-error the path has a variable
  await translations.get('/projects/{project}/')
  // @ts-expect-error no such path
  await translations.get('/weather/')
  // @ts-expect-error it cannot be deleted
  await translations.delete('/metrics/')
  await translations.post('/projects/', { body: { name: 'Harbour', slug: 'harbour', web: 'https://example.org' } })
  // @ts-expect-error a project needs a slug
  await translations.post('/projects/', { body: { name: 'Harbour' } })
  await translations.patch('/units/{unit}/', { path: { unit: 7 }, body: { target: ['Přístav'], state: 20 } })
  // @ts-expect-error a state is a number
  await translations.patch('/units/{unit}/', { path: { unit: 7 }, body: { state: 'translated' } })
  for await (const unit of translations.list('/units/', { query: { q: 'state:empty' } })) {
    const sources: string[] = unit.source
    void sources
  }
  // @ts-expect-error a single object is not a list
  translations.list('/projects/{project}/', { path: { project: 'harbour' } })
  const file: Blob = await translations.get('/translations/{project}/{component}/{language}/file/', {
    path: { project: 'harbour-library', component: 'application', language: 'cs' },
  })
  void [project, count, file]
}
