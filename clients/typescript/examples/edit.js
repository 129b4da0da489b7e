// Appends a line to a page as a bot. Create a bot password first (Special:BotPasswords, or your account settings).
//   WIKI_PASSWORD=… node examples/edit.js https://wiki.example.org/w/api.php 'Name@tool' 'User:Name/Log' 'Hello.'
import { Wiki, WikiError } from '@parlance/client'

const [url, name, title, line] = process.argv.slice(2)
const password = process.env.WIKI_PASSWORD
if (!url || !name || !title || !line || !password) {
  console.error('usage: WIKI_PASSWORD=… node examples/edit.js API NAME@BOT TITLE LINE')
  process.exit(2)
}

const wiki = new Wiki({ url, userAgent: 'edit-example/1.0' })
try {
  console.log(`Logged in as ${await wiki.login(name, password)}.`)
  const { edit } = await wiki.action('edit', { title, appendtext: `\n${line}`, summary: 'Add a line', bot: true })
  console.log(edit.nochange ? 'Nothing changed.' : `Saved as revision ${edit.newrevid}.`)
} catch (error) {
  if (!(error instanceof WikiError)) throw error
  console.error(`The wiki rejected the edit: ${error.message}`)
  process.exitCode = 1
}
