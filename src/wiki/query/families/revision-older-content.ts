// Content in the format from before slots: one text per revision, optionally transformed.

import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { contentFormat } from '../../content/content-format.ts'
import { revisionFacts } from '../../content/revision-facts.ts'
import type { RevisionRow } from '../../content/revisions.ts'
import type { TextWork } from '../../content/text-work/text-work.ts'
import { fail, messageParam } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { diffMembers, RevisionDiffs } from './revision-diff.ts'
import type { RevisionRequest } from './revision-request.ts'

const treeMembers = { 'parsetree?': 'string', 'badcontentformatforparsetree?': 'boolean' } as const satisfies Members

const textMembers = {
  'contentformat?': 'string',
  'contentmodel?': 'string',
  'content?': 'string',
  'badcontentformat?': 'boolean',
} as const satisfies Members

export const olderContentMembers = { ...treeMembers, ...textMembers, ...diffMembers } as const satisfies Members

/** In this format a missing section is an error; with slots it is a note on the slot. */
export function failNoSection({ section }: RevisionRequest, { id }: RevisionRow): never {
  fail('apierror-nosuchsection-what', [escapeWikitext(section ?? ''), messageParam('revid', [id])])
}

/** Renders one text after the other; template data is read once for all of them. */
export class OlderContent {
  readonly #q: QueryRun
  readonly #request: RevisionRequest
  readonly #diffs: RevisionDiffs
  readonly #work: TextWork

  constructor(q: QueryRun, request: RevisionRequest, work: TextWork) {
    this.#q = q
    this.#request = request
    this.#work = work
    this.#diffs = new RevisionDiffs(q, request, work)
  }

  async fields(row: RevisionRow, model: string, text: string): Promise<ResultOf<typeof olderContentMembers>> {
    const { prop, parseTree } = this.#request
    return {
      ...(parseTree && (await this.#parseTree(row, model, text))),
      ...(prop.has('content') && (await this.#content(row, model, text))),
      ...(await this.#diffs.fields(row, text)),
    }
  }

  async #parseTree(row: RevisionRow, model: string, text: string): Promise<ResultOf<typeof treeMembers>> {
    if (model === 'wikitext') return { parsetree: await this.#work.run('parse-tree', { text }) }
    this.#q.warn('apierror-parsetree-notwikitext-title', [this.#name(row), model])
    return { badcontentformatforparsetree: true }
  }

  async #content(row: RevisionRow, model: string, text: string): Promise<ResultOf<typeof textMembers>> {
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

  #expanded({ ns, title }: RevisionRow, text: string): Promise<string> {
    return this.#work.run('expand', { page: { ns, dbkey: title }, text, language: this.#q.run.language })
  }

  async #rendered(row: RevisionRow, model: string, text: string): Promise<string> {
    const { db, run } = this.#q
    const page = { ns: row.ns, dbkey: row.title, revision: await revisionFacts(db, row) }
    const name = this.#request.section === null ? `r${row.id}` : null
    return (await this.#work.render({ page, text, model, language: run.language }, name)).html
  }

  #name = (row: RevisionRow): string => escapeWikitext(this.#q.titleText(row.ns, row.title))
}
