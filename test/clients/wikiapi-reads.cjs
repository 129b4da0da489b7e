// Reads and writes a wiki with wikiapi, and prints the results as JSON after the word FOUND.
const Wikiapi = require('wikiapi')

const LISTS = {
  categorymembers: 'Category:Планеты',
  allpages: undefined,
  backlinks: 'Марс',
  linkshere: 'Марс',
  embeddedin: 'Шаблон:Карточка',
  imageusage: 'Файл:Corpus red.png',
  fileusage: 'Файл:Corpus red.png',
  redirects: 'Марс',
  usercontribs: 'Алиса',
}

async function read(api, name, password) {
  const wiki = new Wikiapi(api)
  await wiki.login(name, password)
  const found = {}
  found.user = (await wiki.query({ action: 'query', meta: 'userinfo' })).query.userinfo.name
  found.text = (await wiki.page('Марс')).wikitext
  found.revisions = (await wiki.page('Марс', { rvlimit: 3, rvprop: 'ids|timestamp|content' })).revisions.length
  for (const [list, title] of Object.entries(LISTS)) found[list] = (await wiki[list](title)).map(page => page.title)
  found.root = await wiki.redirects_root('Перенапр')
  await wiki.edit_page('Ложка', 'Первая', { summary: 'новая' })
  await wiki.edit_page('Ложка', page => `${page.wikitext} и вторая`, { summary: 'ещё', minor: 1 })
  found.written = (await wiki.page('Ложка')).wikitext
  found.search = (await wiki.search('Марс')).map(page => page.title)
  return found
}

read(...process.argv.slice(2)).then(
  found => process.stdout.write(`\nFOUND ${JSON.stringify(found)}`, () => process.exit(0)),
  error => {
    console.error(error)
    process.exit(1)
  },
)
