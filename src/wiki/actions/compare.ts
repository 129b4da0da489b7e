import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, forEach, integer, manyOf, oneOf, string, text } from '../api/params/kinds.ts'
import { content, emptyAsList, entriesAs, type Row } from '../api/result/shape.ts'
import { CONTENT_FORMATS, CONTENT_MODELS } from '../content/content-format.ts'
import { selectRevisions } from '../content/revisions.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { tableDiff } from '../diff/table-diff.ts'
import { apiMessage, fail, textList } from '../messages/message.ts'
import { lineLabels } from '../query/families/line-labels.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { canSee } from '../site/hidden-parts.ts'
import { neighbour } from './compare/compared-revision.ts'
import { revisionFields } from './compare/revision-fields.ts'
import { Guesses, readSide, type Side, type SideArgs, storedSide } from './compare/side.ts'

const ROLES = ['main'] as const

export const compare = actionModule({
  name: 'compare',
  prefix: '',
  classname: 'ApiComparePages',
  cacheable: true,
  summary: 'Shows how two pages, revisions or texts differ.',
  helpUrls: [helpPage('Compare')],
  help: {
    params: {
      fromtitle: { words: 'The page on the left, as it is now.' },
      fromid: { words: 'The id of the page on the left.' },
      fromrev: { words: 'The revision on the left.' },
      fromslots: { words: 'The slots on the left whose text comes with the request.' },
      'fromtext-{slot}': { words: 'The text of the slot on the left.' },
      'fromsection-{slot}': { words: 'The section of the page on the left that the text takes the place of.' },
      'fromcontentmodel-{slot}': { words: 'The content model of that text.' },
      'fromcontentformat-{slot}': { words: 'The format of that text.' },
      frompst: { words: 'Sign and substitute the text on the left, as if it were saved.' },
      fromtext: { words: 'The text on the left; fromtext-main takes its place.' },
      fromcontentformat: { words: 'The format of that text.' },
      fromcontentmodel: { words: 'The content model of that text.' },
      fromsection: { words: 'Compare only this section of the text on the left.' },
      totitle: { words: 'The page on the right, as it is now.' },
      toid: { words: 'The id of the page on the right.' },
      torev: { words: 'The revision on the right.' },
      torelative: {
        words: 'Compare with the revision before the one on the left, after it, or the latest of its page.',
      },
      toslots: { words: 'The slots on the right whose text comes with the request.' },
      'totext-{slot}': { words: 'The text of the slot on the right.' },
      'tosection-{slot}': { words: 'The section of the page on the right that the text takes the place of.' },
      'tocontentmodel-{slot}': { words: 'The content model of that text.' },
      'tocontentformat-{slot}': { words: 'The format of that text.' },
      topst: { words: 'Sign and substitute the text on the right, as if it were saved.' },
      totext: { words: 'The text on the right; totext-main takes its place.' },
      tocontentformat: { words: 'The format of that text.' },
      tocontentmodel: { words: 'The content model of that text.' },
      tosection: { words: 'Compare only this section of the text on the right.' },
      prop: { words: 'What to tell.' },
      slots: { words: 'Show a table for each of these slots instead of one for all.' },
    },
  },
  params: {
    fromtitle: string(),
    fromid: integer(),
    fromrev: integer(),
    fromslots: manyOf(ROLES),
    'fromtext-{slot}': forEach({ slot: 'fromslots' }, text()),
    'fromsection-{slot}': forEach({ slot: 'fromslots' }, string()),
    'fromcontentformat-{slot}': forEach({ slot: 'fromslots' }, oneOf(CONTENT_FORMATS)),
    'fromcontentmodel-{slot}': forEach({ slot: 'fromslots' }, oneOf(CONTENT_MODELS)),
    frompst: boolean(),
    fromtext: text({ deprecated: true }),
    fromcontentformat: oneOf(CONTENT_FORMATS, { deprecated: true }),
    fromcontentmodel: oneOf(CONTENT_MODELS, { deprecated: true }),
    fromsection: string({ deprecated: true }),
    totitle: string(),
    toid: integer(),
    torev: integer(),
    torelative: oneOf(['cur', 'next', 'prev']),
    toslots: manyOf(ROLES),
    'totext-{slot}': forEach({ slot: 'toslots' }, text()),
    'tosection-{slot}': forEach({ slot: 'toslots' }, string()),
    'tocontentformat-{slot}': forEach({ slot: 'toslots' }, oneOf(CONTENT_FORMATS)),
    'tocontentmodel-{slot}': forEach({ slot: 'toslots' }, oneOf(CONTENT_MODELS)),
    topst: boolean(),
    totext: text({ deprecated: true }),
    tocontentformat: oneOf(CONTENT_FORMATS, { deprecated: true }),
    tocontentmodel: oneOf(CONTENT_MODELS, { deprecated: true }),
    tosection: string({ deprecated: true }),
    prop: manyOf(['comment', 'diff', 'diffsize', 'ids', 'parsedcomment', 'rel', 'size', 'timestamp', 'title', 'user'], {
      default: ['diff', 'ids', 'title'],
    }),
    slots: manyOf(ROLES, { allspecifier: '*' }),
  },

  async run(run, a) {
    const [left, right] = [sideArgs('from', a), sideArgs('to', a)]
    mustNameSide(a, ['fromtitle', 'fromid', 'fromrev', 'fromtext', 'fromslots'])
    mustNameSide(a, ['totitle', 'toid', 'torev', 'totext', 'torelative', 'toslots'])
    const work = new TextWork(run.wiki, run.now, { signal: run.signal })
    const guesses = new Guesses(run, [left, right])
    const given = await readSide(run, work, left, guesses)
    const [from, to] = a.torelative
      ? await relativeSides(run, given, a.torelative)
      : [given, await readSide(run, work, right, guesses)]
    for (const { stored } of [from, to])
      if (stored && !canSee(stored.deleted, 'text', run.caller)) fail('apierror-missingcontent-revid', [stored.id])
    const body = await diffBody(run, work, from, to, a.slots === undefined)
    const prop = new Set<string>(a.prop)
    const answer: Row = {
      ...(await revisionFields(run, 'from', from.shown, prop)),
      ...(await revisionFields(run, 'to', to.shown, prop)),
      ...(prop.has('rel') && (await relatives(run, from, to))),
      ...(prop.has('diffsize') && { diffsize: a.slots?.length === 0 ? 0 : Buffer.byteLength(body) }),
    }
    if (prop.has('diff')) addDiff(answer, body, a.slots)
    run.result.compare = emptyAsList(answer)
  },
})

type Given = Readonly<Record<string, unknown>>

function mustNameSide(a: Given, names: readonly string[]): void {
  if (names.every(name => a[name] === undefined))
    fail('apierror-missingparam-at-least-one-of', [textList(names), names.length])
}

/** The parameters of one side, without the word that says which. */
function sideArgs(prefix: 'from' | 'to', a: Given): SideArgs {
  const own = (name: string) => a[prefix + name] as never
  const ofMain = (name: string) => (a[`${prefix}${name}-{slot}`] as Given).main as never
  const isOlder = own('text') !== undefined
  return {
    prefix,
    title: own('title'),
    id: own('id'),
    rev: own('rev'),
    pst: own('pst'),
    section: own('section'),
    slots: own('slots'),
    olderText: own('text'),
    text: isOlder ? own('text') : ofMain('text'),
    replaces: isOlder ? undefined : ofMain('section'),
    model: isOlder ? own('contentmodel') : ofMain('contentmodel'),
    format: isOlder ? own('contentformat') : ofMain('contentformat'),
    anyModel: ofMain('contentmodel') ?? own('contentmodel'),
  }
}

/** Both sides, where one is named by its place beside the other. */
async function relativeSides(run: ActionRun, given: Side, relation: 'cur' | 'next' | 'prev'): Promise<[Side, Side]> {
  const revision = given.relative ?? fail('apierror-compare-relative-to-nothing')
  if (relation !== 'cur' && revision.isDeleted) fail('apierror-compare-relative-to-deleted', [relation])
  const title = run.titleText(revision.ns, revision.title)
  if (relation === 'cur') {
    const current = await selectRevisions(run.db)
      .where('page.ns', '=', revision.ns)
      .where('page.title', '=', revision.title)
      .whereRef('revision.id', '=', 'page.latest_rev')
      .executeTakeFirst()
    if (!current) fail('apierror-missingrev-title', [escapeWikitext(title)])
    return [given, await storedSide(run, { ...current, isDeleted: false })]
  }
  const beside = await neighbour(run.db, revision, relation)
  if (beside) {
    const other = await storedSide(run, beside)
    return relation === 'prev' ? [other, given] : [given, other]
  }
  const key = relation === 'prev' ? 'apiwarn-compare-no-prev' : 'apiwarn-compare-no-next'
  run.warn('compare', apiMessage(key, [escapeWikitext(title), revision.id]))
  const itself = await storedSide(run, revision)
  const nothing = { ...itself, stored: null, shown: null, relative: null }
  return relation === 'prev' ? [{ ...nothing, text: '' }, given] : [given, nothing]
}

/** The table of differences; some kinds of content cannot be compared. */
async function diffBody(run: ActionRun, work: TextWork, from: Side, to: Side, mayBeKept: boolean): Promise<string> {
  const error = (text: string) => `<tr><td colspan="4" class="error">${text}</td></tr>`
  if (from.model === 'unknown' && to.model === 'unknown')
    return error('Diffs are not supported for content model unknown.')
  if (from.model === 'unknown' || to.model === 'unknown')
    return error(`Diffs between the content models ${from.model} and ${to.model} are not supported on this wiki.`)
  const labels = await lineLabels(run)
  const [before, after] = [from.stored?.id, to.stored?.id]
  const isKept = mayBeKept && before !== undefined && after !== undefined && before !== after
  const kept = isKept ? run.wiki.diffs.get(before, after) : undefined
  if (kept) return tableDiff(kept, labels) + keptMark(run, before!, after!)
  const blocks = await work.run('diff', { before: from.text, after: to.text })
  if (isKept) run.wiki.diffs.add(before, after, blocks)
  return tableDiff(blocks, labels)
}

/** MediaWiki says so of a table that it did not make anew. */
const keptMark = ({ wiki }: ActionRun, before: number, after: number): string =>
  `\n<!-- diff cache key ${wiki.site.info.general.wikiid ?? ''}:diff::1.12:old-${before}:rev-${after} -->\n`

function addDiff(row: Row, body: string, slots: readonly string[] | undefined): void {
  if (slots === undefined) content(row, 'body').body = body
  else row.bodies = entriesAs(Object.fromEntries(slots.map(role => [role, body])), '_v', 'diff')
}

/** The revisions beyond both ends. */
async function relatives(run: ActionRun, from: Side, to: Side): Promise<Row> {
  const before = from.stored && (await neighbour(run.db, from.stored, 'prev'))
  const after = to.stored && (await neighbour(run.db, to.stored, 'next'))
  return { ...(before && { prev: before.id }), ...(after && { next: after.id }) }
}
