// Connects to a wiki with wikiapi, reads and writes, and prints the results as JSON after the word FOUND.
const Wikiapi = require('wikiapi')

async function connect(api, name, password) {
  const wiki = new Wikiapi(api)
  await wiki.login(name, password)
  await wiki.edit_page('Connected', 'by wikiapi', { summary: 'new' })
  const user = (await wiki.query({ action: 'query', meta: 'userinfo' })).query.userinfo.name
  const text = (await wiki.page('Connected')).wikitext
  const pages = (await wiki.allpages()).map(page => page.title)
  return { user, text, pages }
}

connect(...process.argv.slice(2)).then(
  found => process.stdout.write(`\nFOUND ${JSON.stringify(found)}`, () => process.exit(0)),
  error => {
    console.error(error)
    process.exit(1)
  },
)
