import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { siteFromInfo } from '#wiki/site/site.ts'
import { parseTitle } from '#wiki/site/titles.ts'
import { ltgSite } from '../testing/test-host.ts'
import { renderSummary, type SummaryContext, summaryTargets } from './render-summary.ts'

const page = { ns: 4, dbkey: 'Smiļšu_kaste/sub' }
const context: SummaryContext = {
  site: ltgSite(),
  page,
  linkState: (ns, dbkey) => (ns === 0 && dbkey === 'Suoku_puslopa' ? 'exists' : 'missing'),
  message: key => (key === 'red-link-title' ? '$1 (itaidys puslopys navā)' : null),
}

test('renders comments as recorded from MediaWiki', () => {
  const recorded: { comment: string; html: string }[] = JSON.parse(
    readFileSync(new URL('./fixtures/summaries-ltg.json', import.meta.url), 'utf8'),
  )
  assert.deepEqual(
    recorded.map(({ comment }) => ({ comment, html: renderSummary(context, comment) })),
    recorded,
  )
})

test('lists the pages to look up before rendering', () => {
  assert.deepEqual(
    summaryTargets(context.site, '/* [[x]] */ [[a|b]] [[commons:c]] [[Special:Version]] [[/d]] [[Media:e]]', page),
    [
      { ns: 0, dbkey: 'A' },
      { ns: 4, dbkey: 'Smiļšu_kaste/sub/d' },
    ],
  )
})

test('renders a redirect, a file and a section on the page itself', () => {
  const own: SummaryContext = { ...context, linkState: () => 'redirect', fileUrl: dbkey => `/images/${dbkey}` }
  assert.equal(
    renderSummary(own, '[[#x y]]'),
    '<a href="/wiki/Vikipedeja:Smi%C4%BC%C5%A1u_kaste/sub#x_y" class="mw-redirect" title="Vikipedeja:Smiļšu kaste/sub">#x y</a>',
  )
  assert.equal(
    renderSummary(own, '[[Media:a b.png]]'),
    '<a href="/images/A_b.png" class="internal" title="A b.png">Media:a b.png</a>',
  )
})

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../../shared')
const goldens = path.join(shared, 'corpus/goldens.jsonl.gz')

/** Objects in recorded responses with a comment both as text and as HTML. */
function* comments(value: unknown): Generator<{ comment: string; parsedcomment: string; title?: string }> {
  if (typeof value !== 'object' || value === null) return
  const entry = value as Record<string, unknown>
  if (typeof entry.comment === 'string' && typeof entry.parsedcomment === 'string') {
    yield entry as { comment: string; parsedcomment: string; title?: string }
  }
  for (const inner of Object.values(value)) yield* comments(inner)
}

test('renders the comments of the recorded corpus', {
  skip: existsSync(goldens) ? false : `no recorded answers at ${goldens}`,
}, () => {
  const site = siteFromInfo(JSON.parse(readFileSync(path.join(shared, 'corpus/scenario-site.json'), 'utf8')))
  let compared = 0
  for (const line of gunzipSync(readFileSync(goldens)).toString('utf8').split('\n')) {
    if (!line.includes('parsedcomment')) continue
    const { body } = JSON.parse(line) as { body: unknown }
    const answer = typeof body === 'string' ? safeJson(body) : body
    for (const { comment, parsedcomment, title } of comments(answer)) {
      const parsed = title === undefined ? null : parseTitle(site, title)
      const own = parsed && 'ns' in parsed ? { ns: parsed.ns, dbkey: parsed.dbkey } : null
      if (own === null && comment.includes('/*')) continue
      const rendered = renderSummary(
        {
          site,
          page: own,
          // Page existence is taken from the response itself; everything else is tested here.
          linkState: (_, dbkey) => {
            const shown = dbkey.replaceAll('_', ' ')
            if (parsedcomment.includes(`class="mw-redirect" title="${shown}"`)) return 'redirect'
            return parsedcomment.includes(`${shown} (страница не существует)"`)
              ? 'missing'
              : stateOf(parsedcomment, dbkey)
          },
          message: key => (key === 'red-link-title' ? '$1 (страница не существует)' : null),
        },
        comment,
      )
      assert.equal(rendered, parsedcomment, `${comment} on ${title}`)
      compared++
    }
  }
  assert.ok(compared > 50, `only ${compared} comments compared`)
})

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function stateOf(html: string, dbkey: string): 'exists' | 'redirect' {
  return html.includes(`:${dbkey.replaceAll('_', ' ')}">`) && html.includes('mw-redirect') ? 'redirect' : 'exists'
}
