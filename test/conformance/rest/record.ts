// Records the responses of a MediaWiki's REST API:
//   node bin/run.js test/conformance/rest/record.ts http://127.0.0.1:PORT FILE.jsonl.gz PASSWORD
// The MediaWiki must hold the wiki of the corpus, and its web server must pass paths below rest.php.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { keptAnswer } from './normalise-rest.ts'
import { Peer } from './peer.ts'
import { restRequests } from './requests.ts'

const [base, file, password] = process.argv.slice(2)
if (!base || !file || !password)
  throw new Error('Pass the URL of a MediaWiki, the file to write and the password of Admin.')
const visitor = new Peer(base)
const admin = new Peer(base)
await admin.logIn('Admin', password)
const requests = restRequests(await visitor.contents())
const lines: string[] = []
for (const request of requests) {
  const answer = await (request.as === 'admin' ? admin : visitor).ask(request)
  lines.push(JSON.stringify({ ...request, answer: keptAnswer(answer) }))
}
writeFileSync(file, gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
console.log(`${lines.length} responses`)
