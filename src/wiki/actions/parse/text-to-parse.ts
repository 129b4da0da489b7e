import type { ActionRun } from '../../api/action-run.ts'
import { contentFormat } from '../../content/content-format.ts'
import { defaultContentModel } from '../../content/content-model.ts'
import { pagesByName } from '../../content/pages.ts'
import { revisionFacts } from '../../content/revision-facts.ts'
import { checkSize } from '../../editing/prepare-text.ts'
import { type ApiMessage, apiMessage, fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import type { RevisionFacts } from '../../wikitext/host.ts'
import type { Subject, SubjectArgs } from './subject.ts'
import { DEFAULT_TITLE, revisionNumbered, textPage } from './text-page.ts'

/** A text sent with the request, treated as if it were on a page. */
export async function textToParse(run: ActionRun, a: SubjectArgs, wantsFacts: boolean): Promise<Subject> {
  const revision = a.revid === undefined ? null : await revisionNumbered(run, a.revid)
  const named = textPage(run, a.title ?? DEFAULT_TITLE)
  const { ns, title } = revision ?? named
  if (revision && a.title !== undefined && (named.ns !== ns || named.title !== title)) {
    warn(run, apiMessage('apierror-revwrongpage', [revision.id, escapeWikitext(run.titleText(named.ns, named.title))]))
  }
  const [page] = title === '' || ns < 0 ? [] : await pagesByName(run.db, [{ ns, title }])
  if (a.text === undefined && wantsFacts) {
    if (revision) warn(run, apiMessage('apiwarn-parse-revidwithouttext'))
    else if (a.title !== undefined) warn(run, apiMessage('apiwarn-parse-titlewithouttext'))
  }
  if (a.text !== undefined && a.title === undefined && a.contentmodel === undefined && !revision) {
    warn(run, apiMessage('apiwarn-parse-nocontentmodel', ['wikitext']))
  }
  const model = a.contentmodel ?? page?.content_model ?? defaultContentModel(run.wiki.site, ns, title)
  if (a.contentformat !== undefined && a.contentformat !== contentFormat(model)) {
    fail('apierror-badformat-generic', [a.contentformat, model])
  }
  const text = a.text ?? ''
  checkSize(run.wiki.site, text)
  const facts = revision ? await revisionFacts(run.db, revision) : unsavedFacts(run, a, page?.id ?? 0, text)
  return {
    page: { ns, dbkey: title, revision: facts },
    pageId: page?.id ?? 0,
    text,
    model,
    revision: null,
    redirects: null,
  }
}

const warn = (run: ActionRun, message: ApiMessage): void => run.warn('parse', message)

/** Revision variables of an unsaved text. Only a preview names the caller as its author. */
function unsavedFacts(run: ActionRun, { preview }: SubjectArgs, pageId: number, text: string): RevisionFacts {
  return {
    pageId,
    revisionId: 0,
    timestamp: run.now * 1000,
    user: preview ? run.caller.name : '',
    size: Buffer.byteLength(text),
  }
}
