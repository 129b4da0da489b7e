// Content as it was shown before revisions had slots: one text per revision, and whatever was to be made of it.
import { fail, messageParam } from '../../api/messages/message.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Row } from '../../api/result/shape.ts'
import { contentFormat } from '../../content/content-format.ts'
import { TextExpander } from '../../content/expand-text.ts'
import { TextRenderer } from '../../content/render-text.ts'
import { revisionFacts } from '../../content/revision-facts.ts'
import type { RevisionRow } from '../../content/revisions.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { parseTreeXml } from '../../wikitext/parse-tree-xml.ts'
import { RevisionDiffs } from './revision-diff.ts'
import type { RevisionRequest } from './revision-request.ts'

/** In this form a missing section is an error; with slots it is a note on the slot. */
export function failNoSection({ section }: RevisionRequest, { id }: RevisionRow): never {
  fail('apierror-nosuchsection-what', [escapeWikitext(section ?? ''), messageParam('revid', [id])])
}

/** Shows one text after the other; what templates need is read once for all of them. */
export class OlderContent {
  readonly #q: QueryRun
  readonly #request: RevisionRequest
  readonly #diffs: RevisionDiffs
  #expander: Promise<TextExpander> | null = null
  #renderer: Promise<TextRenderer> | null = null

  constructor(q: QueryRun, request: RevisionRequest) {
    this.#q = q
    this.#request = request
    this.#diffs = new RevisionDiffs(q, request)
  }

  async fields(row: RevisionRow, model: string, text: string): Promise<Row> {
    const { prop, parseTree } = this.#request
    return {
      ...(parseTree && this.#parseTree(row, model, text)),
      ...(prop.has('content') && (await this.#content(row, model, text))),
      ...(await this.#diffs.fields(row, text)),
    }
  }

  #parseTree(row: RevisionRow, model: string, text: string): Row {
    if (model === 'wikitext') return { parsetree: parseTreeXml(text, this.#q.site.info.extensiontags) }
    this.#q.warn('apierror-parsetree-notwikitext-title', [this.#name(row), model])
    return { badcontentformatforparsetree: true }
  }

  async #content(row: RevisionRow, model: string, text: string): Promise<Row> {
    const { expandTemplates, parse, contentFormat: asked } = this.#request
    if (parse) return { content: await this.#rendered(row, model, text) }
    if (expandTemplates) {
      if (model === 'wikitext') return { content: await this.#expanded(row, text) }
      this.#q.warn('apierror-templateexpansion-notwikitext', [this.#name(row), model])
      return { badcontentformat: true }
    }
    const format = asked ?? contentFormat(model)
    if (format === contentFormat(model)) return { contentformat: format, contentmodel: model, content: text }
    this.#q.warn('apierror-badformat', [format, model, this.#name(row)])
    return { badcontentformat: true }
  }

  async #expanded(row: RevisionRow, text: string): Promise<string> {
    this.#expander ??= TextExpander.open(this.#q.wiki, this.#q.now)
    return (await this.#expander).expand(row, text)
  }

  async #rendered(row: RevisionRow, model: string, text: string): Promise<string> {
    const { wiki, now, run } = this.#q
    this.#renderer ??= TextRenderer.open(wiki, now, run.language)
    const page = { ns: row.ns, dbkey: row.title, revision: await revisionFacts(wiki.db, row) }
    return (await (await this.#renderer).render({ page, text, model })).html
  }

  #name = (row: RevisionRow): string => escapeWikitext(this.#q.titleText(row.ns, row.title))
}
