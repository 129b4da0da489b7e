// Writes to a wiki with wikiapi, and prints the results as JSON after the word FOUND.
const Wikiapi = require('wikiapi')

async function write(api, name, password) {
  const wiki = new Wikiapi(api)
  await wiki.login(name, password)
  const found = {}
  const text = async title => (await wiki.page(title)).wikitext
  await wiki.edit_page('Тарелка', 'Первая', { summary: 'новая' })
  await wiki.edit_page('Тарелка', 'Раздел', { section: 'new', sectiontitle: 'Ещё', summary: 'раздел' })
  found.text = await text('Тарелка')
  await wiki.move_page('Тарелка', 'Блюдо', { reason: 'другая', noredirect: true })
  found.moved = await text('Блюдо')
  await wiki.delete('Блюдо', { reason: 'лишняя' })
  found.deleted = 'missing' in (await wiki.page('Блюдо'))
  return found
}

write(...process.argv.slice(2)).then(
  found => process.stdout.write(`\nFOUND ${JSON.stringify(found)}`, () => process.exit(0)),
  error => {
    console.error(error)
    process.exit(1)
  },
)
