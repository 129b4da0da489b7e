// Renders every page of a wiki on a MediaWiki and on this server, and prints what differs:
//   node bin/run.js test/conformance/pages/compare-pages.ts THEIR-API OUR-API [--keep FOLDER] [--title TITLE] [--most N]
// Both must hold the same wiki. THEIR-API and OUR-API are addresses of `api.php`; `--keep` writes both texts of each
// page that differs, `--title` takes one page, `--most` the first pages only.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { allTitles, ask } from './ask-wiki.ts'
import { comparableText, firstDifference } from './comparable-text.ts'
import { comparedFields, type Parsed } from './parsed-page.ts'

const { values, positionals } = parseArgs({
  options: { keep: { type: 'string' }, title: { type: 'string' }, most: { type: 'string' } },
  allowPositionals: true,
})
const [theirs, ours] = positionals
if (!theirs || !ours) throw new Error('Pass the addresses of both api.php files.')
if (values.keep) mkdirSync(values.keep, { recursive: true })

const PROPS =
  'text|langlinks|categories|links|templates|images|externallinks|sections|displaytitle|iwlinks|properties|parsewarnings'
const parse = async (api: string, title: string): Promise<Parsed> =>
  (await ask(api, { action: 'parse', page: title, prop: PROPS, disablelimitreport: '1' })) as Parsed

const listed = values.title === undefined ? await allTitles(theirs) : [values.title]
const titles = listed.slice(0, values.most === undefined ? listed.length : Number(values.most))
const differing = new Map<string, string[]>()
const note = (field: string, title: string) => differing.set(field, [...(differing.get(field) ?? []), title])
let equal = 0
for (const [index, title] of titles.entries()) {
  const [their, our] = await Promise.all([parse(theirs, title), parse(ours, title)])
  const places: string[] = []
  for (const [field, value] of comparedFields(their)) {
    const own = comparedFields(our).get(field)
    if (value === own) continue
    note(field, title)
    places.push(`${field}: ${firstDifference(value, own ?? 'nothing')}`)
  }
  const [text, ownText] = [comparableText(their.parse?.text ?? ''), comparableText(our.parse?.text ?? '')]
  if (text === ownText) equal++
  else {
    note('text', title)
    places.push(`text: ${firstDifference(text, ownText)}`)
    keep(index, text, ownText)
  }
  if (places.length > 0) console.log(`${title}\n    ${places.join('\n    ')}`)
}
for (const [field, found] of differing) console.log(`${field}: ${found.length} pages differ`)
console.log(`${equal} of ${titles.length} pages have the same text`)

function keep(index: number, text: string, own: string): void {
  if (values.keep === undefined) return
  // A tag per line, so that programs that compare lines show what differs.
  for (const [side, html] of Object.entries({ theirs: text, ours: own }))
    writeFileSync(path.join(values.keep, `${index}.${side}.html`), html.replaceAll('<', '\n<'))
}
