import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, forEach, integer, manyOf, oneOf, string, text } from '../api/params/kinds.ts'
import { content, emptyAsList, entriesAs } from '../api/result/shape.ts'
import { CONTENT_FORMATS, CONTENT_MODELS, MODEL_SETTINGS } from '../content/content-format.ts'
import { selectRevisions } from '../content/revisions.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { tableDiff } from '../diff/table-diff.ts'
import { apiMessage, fail, textList } from '../messages/message.ts'
import { lineLabels } from '../query/families/line-labels.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { canSee } from '../site/hidden-parts.ts'
import { neighbour } from './compare/compared-revision.ts'
import { revisionFields, sideMembers } from './compare/revision-fields.ts'
import { readSide, type Side, type SideArgs, SideDefaults, storedSide } from './compare/side.ts'

const ROLES = ['main'] as const

export const compare = actionModule({
  name: 'compare',
  prefix: '',
  classname: 'ApiComparePages',
  cacheable: true,
  summary: 'Get the difference between two pages, revisions or texts.',
  helpUrls: [helpPage('Compare')],
  help: {
    params: {
      fromtitle: { words: 'Left side: the latest revision of this page.' },
      fromid: { words: 'Left side: the latest revision of the page with this id.' },
      fromrev: { words: 'Left side: this revision.' },
      fromslots: { words: 'Slots whose text is supplied for the left side.' },
      'fromtext-{slot}': { words: 'Text of the slot on the left side.' },
      'fromsection-{slot}': { words: 'Section of the left page that the text replaces.' },
      'fromcontentmodel-{slot}': { words: 'Content model of the text.' },
      'fromcontentformat-{slot}': { words: 'Serialization format of the text.' },
      frompst: { words: 'Apply the pre-save transform to the left text.' },
      fromtext: { words: 'Left text. Use fromtext-main instead.' },
      fromcontentformat: { words: 'Serialization format of the text. Use fromcontentformat-main instead.' },
      fromcontentmodel: { words: 'Content model of the text. Use fromcontentmodel-main instead.' },
      fromsection: { words: 'Compare only this section of the left side.' },
      totitle: { words: 'Right side: the latest revision of this page.' },
      toid: { words: 'Right side: the latest revision of the page with this id.' },
      torev: { words: 'Right side: this revision.' },
      torelative: {
        words: 'Compare with the previous or next revision of the page on the left, or with its latest one.',
      },
      toslots: { words: 'Slots whose text is supplied for the right side.' },
      'totext-{slot}': { words: 'Text of the slot on the right side.' },
      'tosection-{slot}': { words: 'Section of the right page that the text replaces.' },
      'tocontentmodel-{slot}': { words: 'Content model of the text.' },
      'tocontentformat-{slot}': { words: 'Serialization format of the text.' },
      topst: { words: 'Apply the pre-save transform to the right text.' },
      totext: { words: 'Right text. Use totext-main instead.' },
      tocontentformat: { words: 'Serialization format of the text. Use tocontentformat-main instead.' },
      tocontentmodel: { words: 'Content model of the text. Use tocontentmodel-main instead.' },
      tosection: { words: 'Compare only this section of the right side.' },
      prop: { words: 'Information to return.' },
      slots: { words: 'Return one diff for each of these slots instead of a combined one.' },
    },
  },
  result: {
    compare: {
      ...sideMembers('from'),
      ...sideMembers('to'),
      'prev?': 'integer',
      'next?': 'integer',
      'diffsize?': 'integer',
      'body?': 'string',
      /** Diffs by slot. */
      'bodies?': { '*': 'string' },
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
    'fromcontentmodel-{slot}': forEach({ slot: 'fromslots' }, oneOf(CONTENT_MODELS, MODEL_SETTINGS)),
    frompst: boolean(),
    fromtext: text({ deprecated: true }),
    fromcontentformat: oneOf(CONTENT_FORMATS, { deprecated: true }),
    fromcontentmodel: oneOf(CONTENT_MODELS, { ...MODEL_SETTINGS, deprecated: true }),
    fromsection: string({ deprecated: true }),
    totitle: string(),
    toid: integer(),
    torev: integer(),
    torelative: oneOf(['cur', 'next', 'prev']),
    toslots: manyOf(ROLES),
    'totext-{slot}': forEach({ slot: 'toslots' }, text()),
    'tosection-{slot}': forEach({ slot: 'toslots' }, string()),
    'tocontentformat-{slot}': forEach({ slot: 'toslots' }, oneOf(CONTENT_FORMATS)),
    'tocontentmodel-{slot}': forEach({ slot: 'toslots' }, oneOf(CONTENT_MODELS, MODEL_SETTINGS)),
    topst: boolean(),
    totext: text({ deprecated: true }),
    tocontentformat: oneOf(CONTENT_FORMATS, { deprecated: true }),
    tocontentmodel: oneOf(CONTENT_MODELS, { ...MODEL_SETTINGS, deprecated: true }),
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
    const guesses = new SideDefaults(run, [left, right])
    const side = await readSide(run, work, left, guesses)
    const [from, to] = a.torelative
      ? await relativeSides(run, side, a.torelative)
      : [side, await readSide(run, work, right, guesses)]
    for (const { stored } of [from, to])
      if (stored && !canSee(stored.deleted, 'text', run.caller)) fail('apierror-missingcontent-revid', [stored.id])
    const body = await diffBody(run, work, from, to, a.slots === undefined)
    const prop = new Set<string>(a.prop)
    const answer = {
      ...(await revisionFields(run, 'from', from.shown, prop)),
      ...(await revisionFields(run, 'to', to.shown, prop)),
      ...(prop.has('rel') && (await relatives(run, from, to))),
      ...(prop.has('diffsize') && { diffsize: a.slots?.length === 0 ? 0 : Buffer.byteLength(body) }),
      ...(prop.has('diff') && (a.slots === undefined ? { body } : { bodies: bySlot(a.slots, body) })),
    }
    if ('body' in answer) content(answer, 'body')
    return { compare: emptyAsList(answer) as typeof answer }
  },
})

type Given = Readonly<Record<string, unknown>>

function mustNameSide(a: Given, names: readonly string[]): void {
  if (names.every(name => a[name] === undefined))
    fail('apierror-missingparam-at-least-one-of', [textList(names), names.length])
}

/** Parameters of one side, without the `from` or `to` prefix. */
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

/** Both sides when one is given relative to the other. */
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

/** The diff table. Some content models cannot be compared. */
async function diffBody(run: ActionRun, work: TextWork, from: Side, to: Side, mayBeKept: boolean): Promise<string> {
  const error = (text: string) => `<tr><td colspan="4" class="error">${text}</td></tr>`
  if (from.model === 'unknown' && to.model === 'unknown')
    return error('Diffs are not supported for content model unknown.')
  if (from.model === 'unknown' || to.model === 'unknown')
    return error(`Diffs between the content models ${from.model} and ${to.model} are not supported on this wiki.`)
  const labels = await lineLabels(run)
  const [before, after] = [from.stored?.id, to.stored?.id]
  const isCached = mayBeKept && before !== undefined && after !== undefined && before !== after
  const cached = isCached ? run.wiki.diffs.get(before, after) : undefined
  if (cached) return tableDiff(cached, labels) + cachedDiffMark(run, before!, after!)
  const blocks = await work.run('diff', { before: from.text, after: to.text })
  if (isCached) run.wiki.diffs.add(before, after, blocks)
  return tableDiff(blocks, labels)
}

/** MediaWiki adds this comment to a cached diff. */
const cachedDiffMark = ({ wiki }: ActionRun, before: number, after: number): string =>
  `\n<!-- diff cache key ${wiki.site.info.general.wikiid ?? ''}:diff::1.12:old-${before}:rev-${after} -->\n`

const bySlot = (slots: readonly string[], body: string): Record<string, string> =>
  entriesAs(Object.fromEntries(slots.map(role => [role, body])), '_v', 'diff')

/** The revisions before and after the two that are compared. */
async function relatives(run: ActionRun, from: Side, to: Side) {
  const before = from.stored && (await neighbour(run.db, from.stored, 'prev'))
  const after = to.stored && (await neighbour(run.db, to.stored, 'next'))
  return { ...(before && { prev: before.id }), ...(after && { next: after.id }) }
}
