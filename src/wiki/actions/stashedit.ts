import { createHash } from 'node:crypto'
import type { ActionRun } from '../api/action-run.ts'
import { actionModule } from '../api/module.ts'
import { integer, oneOf, string, text } from '../api/params/kinds.ts'
import { CONTENT_FORMATS, CONTENT_MODELS, contentFormat, MODEL_SETTINGS } from '../content/content-format.ts'
import type { PageRow } from '../content/pages.ts'
import { type RevisionRow, selectRevisions } from '../content/revisions.ts'
import { slotsOf } from '../content/slots.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { changedText, isSectioned, type PageChange } from '../editing/page-change.ts'
import { knownText, type PageState, readPageState, revisionText } from '../editing/page-state.ts'
import { checkSize } from '../editing/prepare-text.ts'
import { fail, textList } from '../messages/message.ts'
import { pageTitled } from './page-target.ts'
import { isTooFast } from './rate-limits.ts'

export const stashedit = actionModule({
  name: 'stashedit',
  prefix: '',
  classname: 'ApiStashEdit',
  internal: true,
  summary: 'Parse an edit ahead of time, so that saving it is faster.',
  helpUrls: [],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      title: { words: 'Title of the page.' },
      section: { words: 'Section that the text replaces: a number, or new.' },
      sectiontitle: { words: 'Heading of a new section.' },
      text: { words: 'Text of the page or section.' },
      stashedtexthash: { words: 'Hash of a text sent earlier, instead of the text.' },
      summary: { words: 'Edit summary.' },
      contentmodel: { words: 'Content model of the text.' },
      contentformat: { words: 'Serialization format of the text.' },
      baserevid: { words: 'Revision the text is based on; 0 for the latest.' },
    },
  },
  result: { stashedit: { status: 'string', 'texthash?': 'string' } },
  params: {
    title: string({ required: true }),
    section: string(),
    sectiontitle: string(),
    text: text(),
    stashedtexthash: string(),
    summary: string({ default: '' }),
    contentmodel: oneOf(CONTENT_MODELS, { ...MODEL_SETTINGS, required: true }),
    contentformat: oneOf(CONTENT_FORMATS, { required: true }),
    baserevid: integer({ required: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    if (run.caller.can('bot')) fail('apierror-botsnotsupported')
    const name = pageTitled(run, a.title)
    if (!takesFormat(a.contentmodel, a.contentformat))
      fail('apierror-badformat-generic', [a.contentformat, a.contentmodel], { code: 'badmodelformat' })
    const written = sentText(run, a.text, a.stashedtexthash)
    const hash = createHash('sha1').update(written).digest('hex')
    checkSize(run.wiki.site, written)
    if (await isTooFast(run, 'stashedit')) return { stashedit: { status: 'ratelimited' } }
    const state = await readPageState(run.wiki, name)
    const status = state.page
      ? await statusOf(run, { ...state, page: state.page }, a.baserevid, a.contentmodel, changeOf(written, a))
      : 'stashed'
    if (status === 'editconflict') return { stashedit: { status } }
    run.wiki.stashedTexts.add(hash, written)
    return { stashedit: { status, texthash: hash } }
  },
})

const takesFormat = (model: string, format: string): boolean =>
  model === 'unknown' ? /unknown|binary|octet/.test(format) : format === contentFormat(model)

function sentText({ wiki }: ActionRun, given: string | undefined, hash: string | undefined): string {
  const names = ['text', 'stashedtexthash']
  if (given !== undefined && hash !== undefined) fail('apierror-invalidparammix', [textList(names), 2])
  if (given === undefined && hash === undefined) fail('apierror-missingparam-one-of', [textList(names.toReversed()), 2])
  if (given !== undefined) return given.replaceAll('\r\n', '\n').trimEnd()
  return wiki.stashedTexts.get(hash!) ?? fail('apierror-stashedit-missingtext')
}

interface SectionArgs {
  readonly section: string | undefined
  readonly sectiontitle: string | undefined
}

function changeOf(written: string, { section, sectiontitle }: SectionArgs): PageChange {
  if (!section) return { kind: 'text', text: written }
  if (section === 'new') return { kind: 'new-section', title: sectiontitle || null, text: written }
  return { kind: 'section', section, text: written }
}

/** Seconds to keep a prepared edit. */
const CACHE_SECONDS = 300

/** Whether the change could be saved on the page as it is now. */
async function statusOf(
  run: ActionRun,
  state: PageState & { readonly page: PageRow },
  baseId: number,
  model: string,
  change: PageChange,
): Promise<'stashed' | 'uncacheable' | 'editconflict'> {
  const { wiki, now } = run
  const { page } = state
  const latest = await revisionOf(run, page, page.latest_rev)
  const base = baseId === 0 ? latest : await revisionOf(run, page, baseId)
  if (change.kind !== 'text' && !(isSectioned(state) && model === state.model)) fail('apierror-sectionreplacefailed')
  const work = new TextWork(wiki, now, { signal: run.signal })
  if (base.id !== latest.id) await mustShareModel(run, base.id, state.model, model)
  const before = base.id === latest.id ? knownText(state) : await revisionText(wiki, base.id)
  if (before === null) fail('apierror-missingcontent-revid', [base.id])
  const mine = await resultingText(run, work, { ...state, text: before }, change)
  const merged =
    base.id === latest.id ? mine : await work.run('merge', { base: before, mine, theirs: knownText(state) })
  if (merged === null) return 'editconflict'
  const isUnchanged = merged.trimEnd() === state.text && model === state.model
  return isUnchanged && now - latest.timestamp > CACHE_SECONDS ? 'uncacheable' : 'stashed'
}

/** Texts can be merged only if they share a content model. */
async function mustShareModel({ db }: ActionRun, baseId: number, current: string, sent: string): Promise<void> {
  const slots = (await slotsOf(db, [baseId])).get(baseId)!
  const base = slots.find(({ role }) => role === 'main')?.model ?? current
  if (base !== current || base !== sent) fail('apierror-contentmodel-mismatch', [current, base])
}

/** The resulting text. A missing section leaves it unchanged. */
async function resultingText(run: ActionRun, work: TextWork, state: PageState, change: PageChange): Promise<string> {
  if (change.kind !== 'section') return changedText(run.wiki, work, state, change)
  const { section, text: replacement } = change
  return (await work.run('replace-section', { text: knownText(state), section, replacement })) ?? knownText(state)
}

async function revisionOf({ db }: ActionRun, { id }: PageRow, revisionId: number): Promise<RevisionRow> {
  const revisions = selectRevisions(db).where('revision.id', '=', revisionId).where('revision.page_id', '=', id)
  return (await revisions.executeTakeFirst()) ?? fail('apierror-nosuchrevid', [revisionId])
}
