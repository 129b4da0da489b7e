import type { ActionRun } from '../../api/action-run.ts'
import { contentFormat } from '../../content/content-format.ts'
import { defaultContentModel } from '../../content/content-model.ts'
import { type PageName, type PageRow, pagesById, pagesByName } from '../../content/pages.ts'
import { slotsOf } from '../../content/slots.ts'
import { readTexts } from '../../content/text-blobs.ts'
import type { TextWork } from '../../content/text-work/text-work.ts'
import { tidyJson } from '../../editing/json-content.ts'
import { checkSize, prepareText } from '../../editing/prepare-text.ts'
import { apiMessage, fail, textList } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { canSee } from '../../site/hidden-parts.ts'
import { parseTitle } from '../../site/titles.ts'
import { type ComparedRevision, comparedRevision } from './compared-revision.ts'

/** Request parameters of one side. */
export interface SideArgs {
  readonly prefix: 'from' | 'to'
  readonly title: string | undefined
  readonly id: number | undefined
  readonly rev: number | undefined
  readonly slots: readonly string[] | undefined
  /** Text given in the deprecated parameter, without slots. */
  readonly olderText: string | undefined
  /** Text of the main slot with its model and format. */
  readonly text: string | undefined
  readonly model: string | undefined
  readonly format: string | undefined
  /** Deprecated parameter: content model without a slot. */
  readonly anyModel: string | undefined
  /** Section of the revision that the text replaces. */
  readonly replaces: string | undefined
  readonly pst: boolean
  /** The only section to compare. */
  readonly section: string | undefined
}

/** One side of a comparison. */
export interface Side {
  readonly text: string
  readonly model: string
  /** The stored revision this text comes from, unchanged. */
  readonly stored: ComparedRevision | null
  /** The revision that was named, even if its text was not used. */
  readonly relative: ComparedRevision | null
  /** The revision described in the response. */
  readonly shown: ComparedRevision | null
}

interface Named extends PageName {
  /** Null for a missing page. */
  readonly page: PageRow | null
}

/** Derives missing page and model information for one side from the other. */
export class SideDefaults {
  readonly #run: ActionRun
  readonly #sides: readonly SideArgs[]

  constructor(run: ActionRun, sides: readonly SideArgs[]) {
    this.#run = run
    this.#sides = sides
  }

  async title(): Promise<Named | null> {
    for (const { rev, title, id } of this.#sides) {
      const revision = rev === undefined ? null : await comparedRevision(this.#run, rev)
      if (revision) return namedPage(this.#run, revision)
      const name = title === undefined ? null : pageNameOf(this.#run, title)
      if (name) return namedPage(this.#run, name)
      const [page] = id === undefined ? [] : await pagesById(this.#run.db, [id])
      if (page) return { ns: page.ns, title: page.title, page }
    }
    return null
  }

  model(): string | undefined {
    return this.#sides.map(side => side.anyModel).find(model => model !== undefined)
  }
}

function pageNameOf({ wiki }: ActionRun, text: string): PageName | null {
  const title = parseTitle(wiki.site, text)
  return 'invalid' in title || title.interwiki !== '' ? null : { ns: title.ns, title: title.dbkey }
}

async function namedPage({ db }: ActionRun, { ns, title }: PageName): Promise<Named> {
  const [page = null] = ns < 0 || title === '' ? [] : await pagesByName(db, [{ ns, title }])
  return { ns, title, page }
}

export async function readSide(run: ActionRun, work: TextWork, side: SideArgs, guesses: SideDefaults): Promise<Side> {
  const { prefix } = side
  for (const [name, value] of [
    ['text', side.olderText],
    ['section', side.section],
  ] as const)
    if (value !== undefined && side.slots !== undefined)
      // In the order in which the parameters are declared.
      fail('apierror-invalidparammix', [textList([`${prefix}slots`, `${prefix}${name}`]), 2])
  const isSupplied = side.slots !== undefined || side.olderText !== undefined
  const { name, revision } = await named(run, side, isSupplied)
  if (isSupplied) return suppliedSide(run, work, side, revision, name ?? (await guesses.title()), guesses)
  const whole = await storedSide(run, revision!)
  if (side.section === undefined) return whole
  if (!canSee(revision!.deleted, 'text', run.caller)) failHidden(revision!)
  return { ...whole, ...(await onlySection(work, whole, side)), stored: null }
}

async function named(
  run: ActionRun,
  { title, id, rev }: SideArgs,
  isSupplied: boolean,
): Promise<{ name: Named | null; revision: ComparedRevision | null }> {
  if (rev !== undefined) {
    const revision = (await comparedRevision(run, rev)) ?? fail('apierror-nosuchrevid', [rev])
    return { name: await namedPage(run, revision), revision }
  }
  const name =
    title !== undefined ? await pageTitled(run, title) : id !== undefined ? await pageNumbered(run, id) : null
  if (name?.page) {
    const { latest_rev } = name.page
    const revision = (await comparedRevision(run, latest_rev)) ?? fail('apierror-nosuchrevid', [latest_rev])
    return { name, revision }
  }
  if (!isSupplied && name) {
    const shown = escapeWikitext(run.titleText(name.ns, name.title))
    fail('apierror-missingtitle-byname', [shown])
  }
  // `torelative` alone names nothing.
  if (!isSupplied) fail('apierror-baddiff')
  return { name, revision: null }
}

async function pageTitled(run: ActionRun, text: string): Promise<Named> {
  const name = pageNameOf(run, text)
  return name ? namedPage(run, name) : fail('apierror-invalidtitle', [escapeWikitext(text)])
}

async function pageNumbered({ db }: ActionRun, id: number): Promise<Named> {
  const [page] = await pagesById(db, [id])
  return page ? { ns: page.ns, title: page.title, page } : fail('apierror-nosuchpageid', [id])
}

interface Content {
  readonly text: string
  readonly model: string
}

async function contentOf({ db, wiki }: ActionRun, { id }: ComparedRevision): Promise<Content> {
  const slot = (await slotsOf(db, [id])).get(id)?.find(({ role }) => role === 'main')
  const text = slot?.blobId ? (await readTexts(wiki, [slot.blobId])).get(slot.blobId)?.toString() : undefined
  if (!slot || text === undefined) fail('apierror-missingcontent-revid', [id])
  return { text, model: slot.model }
}

/** A revision as stored. Missing read rights are reported once both sides are known. */
export async function storedSide(run: ActionRun, revision: ComparedRevision): Promise<Side> {
  const isVisible = canSee(revision.deleted, 'text', run.caller)
  const stored = isVisible ? await contentOf(run, revision) : { text: '', model: 'wikitext' }
  return { ...stored, stored: revision, relative: revision, shown: revision }
}

const failHidden = ({ id }: ComparedRevision): never => fail('apierror-missingcontent-revid-role', [id, 'main'])

async function onlySection(work: TextWork, content: Content, { prefix, section }: SideArgs): Promise<Content> {
  const isSectioned = content.model === 'wikitext'
  const text = isSectioned ? await work.run('section', { text: content.text, section: section! }) : null
  const key = prefix === 'from' ? 'apierror-compare-nosuchfromsection' : 'apierror-compare-nosuchtosection'
  return text === null ? fail(key, [escapeWikitext(section!)]) : { ...content, text }
}

/** A text sent with the request, treated as if it were on the page. */
async function suppliedSide(
  run: ActionRun,
  work: TextWork,
  side: SideArgs,
  revision: ComparedRevision | null,
  page: Named | null,
  guesses: SideDefaults,
): Promise<Side> {
  const { prefix, format } = side
  if (side.olderText === undefined && side.slots!.length === 0) return unchangedSide(run, revision)
  const text = side.text ?? fail('apierror-compare-maintextrequired', [prefix])
  checkSize(run.wiki.site, text)
  const model = await modelOf(run, side, revision, page, guesses)
  if (format !== undefined && format !== contentFormat(model)) fail('apierror-badformat-generic', [format, model])
  let content: Content = { text, model }
  if (side.pst) content = { ...content, text: await asSaved(run, work, page, content) }
  if (side.replaces) content = await withSection(run, work, side, revision, content)
  if (side.section !== undefined) content = await onlySection(work, content, side)
  return { ...content, stored: null, relative: revision, shown: null }
}

/** Slots were announced but no text was sent: the page stays unchanged. */
async function unchangedSide(run: ActionRun, revision: ComparedRevision | null): Promise<Side> {
  if (!revision) fail('apierror-baddiff')
  return { ...(await storedSide(run, revision)), stored: null, shown: null }
}

async function modelOf(
  run: ActionRun,
  side: SideArgs,
  revision: ComparedRevision | null,
  page: Named | null,
  guesses: SideDefaults,
): Promise<string> {
  if (side.model !== undefined) return side.model
  if (revision) {
    const slot = (await slotsOf(run.db, [revision.id])).get(revision.id)?.find(({ role }) => role === 'main')
    if (slot) return slot.model
  }
  if (page) return page.page?.content_model ?? defaultContentModel(run.wiki.site, page.ns, page.title)
  const guessed = guesses.model()
  if (guessed === undefined) run.warn('compare', apiMessage('apiwarn-compare-nocontentmodel', ['wikitext']))
  return guessed ?? 'wikitext'
}

function asSaved(
  run: ActionRun,
  work: TextWork,
  page: Named | null,
  { text, model }: Content,
): Promise<string> | string {
  if (page === null) fail('apierror-compare-no-title')
  // JSON that could not be saved is compared as sent.
  if (model === 'json' && 'fault' in tidyJson(text)) return text
  return prepareText(run.wiki, run.caller, run.now, page, text, model, work)
}

async function withSection(
  run: ActionRun,
  work: TextWork,
  { prefix, replaces }: SideArgs,
  revision: ComparedRevision | null,
  { text, model }: Content,
): Promise<Content> {
  if (!revision) fail(prefix === 'from' ? 'apierror-compare-nofromrevision' : 'apierror-compare-notorevision')
  if (!canSee(revision.deleted, 'text', run.caller)) failHidden(revision)
  const whole = await contentOf(run, revision)
  if (whole.model !== 'wikitext') fail('apierror-sectionsnotsupported', [model])
  if (model !== whole.model) fail('apierror-sectionreplacefailed')
  if (replaces === 'new') return { model, text: whole.text.trim() === '' ? text : `${whole.text.trim()}\n\n${text}` }
  const replaced = await work.run('replace-section', { text: whole.text, section: replaces!, replacement: text })
  // A missing section leaves the text unchanged.
  return { model, text: replaced?.trimEnd() ?? whole.text }
}
