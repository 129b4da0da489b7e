import { isLostRace } from '#store/store-error.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, namespace, oneOf, string, upload } from '../api/params/kinds.ts'
import { titleMembers } from '../api/result/common.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { list } from '../api/result/shape.ts'
import { defaultContentModel } from '../content/content-model.ts'
import type { PageName } from '../content/pages.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { bringInLogEntry, bringInPage, type ForeignRevision, prepareArrival } from '../editing/bring-in-page.ts'
import { readPageState } from '../editing/page-state.ts'
import { checkSize } from '../editing/prepare-text.ts'
import type { ExportLogItem, ExportRevision } from '../import/readers/xml/export-events.ts'
import { ApiError, fail, textList } from '../messages/message.ts'
import { upperFirst } from '../site/letter-case.ts'
import { parseTimestamp } from '../site/timestamp.ts'
import { parseTitle } from '../site/titles.ts'
import { ForeignAuthors } from './import/foreign-authors.ts'
import { type Destination, foreignTitle, localPage } from './import/foreign-titles.ts'
import { failUnknown, readSentExport } from './import/read-sent-export.ts'
import { denialsFor } from './may-change.ts'
import { checkTags } from './own-tags.ts'

const IMPORTED = { ...titleMembers, revisions: 'integer' } as const satisfies Members

export const importAction = actionModule({
  name: 'import',
  prefix: '',
  classname: 'ApiImport',
  summary: 'Import pages with their histories from an XML file.',
  helpUrls: [helpPage('Import')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      summary: { words: 'Summary for the import log and the page histories.' },
      xml: { words: 'The uploaded XML file.' },
      interwikiprefix: { words: 'Interwiki prefix for unknown usernames.' },
      interwikisource: { words: 'Wiki to import from.' },
      interwikipage: { words: 'Page to import from the other wiki.' },
      fullhistory: { words: 'Import the full history, not just the latest revision.' },
      templates: { words: 'Also import all transcluded templates.' },
      namespace: { words: 'Import all pages into this namespace.' },
      assignknownusers: { words: 'Assign edits to local users with the same name.' },
      rootpage: { words: 'Import all pages as subpages of this page.' },
      tags: { words: 'Change tags to apply to the import log entries and to the null revisions.' },
    },
  },
  result: { import: [IMPORTED] },
  params: {
    summary: string(),
    xml: upload(),
    interwikiprefix: string(),
    // No other wiki is configured as a source.
    interwikisource: oneOf([]),
    interwikipage: string(),
    fullhistory: boolean(),
    templates: boolean(),
    namespace: namespace(),
    assignknownusers: boolean(),
    rootpage: string(),
    tags: string({ multi: true, listsTags: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    if (a.namespace !== undefined && a.rootpage !== undefined)
      fail('apierror-invalidparammix', [textList(['namespace', 'rootpage']), 2])
    if (!run.caller.can('importupload')) fail('apierror-cantimport-upload')
    if (!a.interwikiprefix) fail('apierror-missingparam', ['interwikiprefix'], { code: 'nointerwikiprefix' })
    const file = run.request.files.get('xml') ?? fail('importnofile')
    const tags = a.tags ?? []
    await checkTags(run, tags)
    const to = destination(run, a.namespace, a.rootpage)
    const sent = await readSentExport(file.data, run.signal)
    const authors = new ForeignAuthors(run, a.interwikiprefix, a.assignknownusers)
    const reports: ResultOf<typeof IMPORTED>[] = []
    for (const { page, revisions } of sent.pages) {
      const title = foreignTitle(sent.namespaces, page.title, page.namespace ?? 0)
      const name = revisions.length === 0 ? null : localPage(run.wiki.site, title, to)
      if (name === null || !(await mayWrite(run, name))) continue
      const foreign: ForeignRevision[] = []
      for (const revision of revisions) foreign.push(await revisionOf(run, name, revision, authors))
      const count = await importPage(run, name, foreign, { reason: a.summary ?? '', tags })
      reports.push({ ...run.pageName(name.ns, name.title), revisions: count })
    }
    for (const entry of sent.logItems) await importLogItem(run, entry, authors)
    return { import: list('page', reports) }
  },
})

function destination(run: ActionRun, ns: number | undefined, rootpage: string | undefined): Destination {
  if (ns !== undefined) return { kind: 'namespace', ns }
  if (rootpage === undefined || rootpage === '') return { kind: 'same' }
  const { site } = run.wiki
  const root = parseTitle(site, rootpage.replace(/\/+$/, ''))
  if ('invalid' in root || root.interwiki !== '') fail('import-rootpage-invalid')
  if (!site.namespaces.hasSubpages(root.ns))
    fail('import-rootpage-nosubpage', [root.ns === 0 ? '(Main)' : site.namespaces.nameOf(root.ns)])
  return { kind: 'below', root }
}

/** Pages that the caller may not edit are skipped. */
const mayWrite = async (run: ActionRun, name: PageName): Promise<boolean> =>
  (await denialsFor(run, [['edit', await readPageState(run.wiki, name)]])).length === 0

const MODELS = new Set(['css', 'javascript', 'json', 'text', 'wikitext'])

async function revisionOf(
  run: ActionRun,
  name: PageName,
  { id, timestamp, contributor, comment, minor, main, otherSlots, sha1 }: ExportRevision,
  authors: ForeignAuthors,
): Promise<ForeignRevision> {
  const model = main.model || defaultContentModel(run.wiki.site, name.ns, name.title)
  if (main.text === undefined) failUnknown('Missing text field in import.')
  if (otherSlots.length > 0) failUnknown(`Undefined slot role ${otherSlots[0]!.role}`)
  if (!MODELS.has(model))
    failUnknown(
      `The content model '${model}' is not registered on this wiki.\nSee https://www.mediawiki.org/wiki/Content_handlers to find out which extensions handle this content model.`,
    )
  const text = main.text!.toString('utf8')
  try {
    checkSize(run.wiki.site, text)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    failUnknown(`The text of ${id ? `the revision with ID ${id}` : 'a revision'} exceeds the maximum allowable size`)
  }
  return {
    timestamp: secondsOf(timestamp),
    author: await authors.of(contributor),
    comment: comment ?? '',
    minor,
    text,
    model,
    sha1,
  }
}

const secondsOf = (timestamp: string): number =>
  parseTimestamp(timestamp) ?? failUnknown(`"${timestamp}" is not a time`)

interface ImportSummary {
  readonly reason: string
  readonly tags: readonly string[]
}

/** Retries when a page changes during its import. */
const MAX_ATTEMPTS = 5

async function importPage(
  run: ActionRun,
  name: PageName,
  revisions: readonly ForeignRevision[],
  told: ImportSummary,
): Promise<number> {
  const { wiki, caller, now } = run
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const state = await readPageState(wiki, name)
    const work = new TextWork(wiki, now, { signal: run.signal })
    const arrival = await prepareArrival(wiki, work, { caller, now, state, revisions, ...told })
    try {
      const count = await wiki.store.transaction(async tx => {
        const done = await bringInPage(tx, wiki, arrival)
        if (done === null) throw new PageChanged()
        return done
      })
      return count
    } catch (error) {
      if (!(error instanceof PageChanged) && !isLostRace(error)) throw error
    }
  }
  return fail('edit-conflict')
}

/** The page changed since it was read. */
class PageChanged extends Error {}

async function importLogItem(run: ActionRun, item: ExportLogItem, authors: ForeignAuthors): Promise<void> {
  const title = item.title === undefined ? null : parseTitle(run.wiki.site, item.title)
  if (title === null || 'invalid' in title) return
  const { account, name } = await authors.of(item.contributor)
  const author = { account, name: upperFirst(name, run.wiki.site.language) }
  const [timestamp, comment, params] = [secondsOf(item.timestamp), item.comment ?? '', item.params ?? '']
  const target = { ns: title.ns, title: title.dbkey }
  const { type, action } = item
  await run.wiki.store.transaction(tx =>
    bringInLogEntry(tx, { timestamp, author, comment, type, action, target, params }),
  )
}
