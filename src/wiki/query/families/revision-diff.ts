import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { content } from '../../api/result/shape.ts'
import { contentFormat } from '../../content/content-format.ts'
import { defaultContentModel } from '../../content/content-model.ts'
import { preSaveTransform } from '../../content/pre-save.ts'
import { type RevisionRow, revisionBeside, selectRevisions } from '../../content/revisions.ts'
import { slotsOf } from '../../content/slots.ts'
import { readTexts } from '../../content/text-blobs.ts'
import type { TextWork } from '../../content/text-work/text-work.ts'
import { tableDiff } from '../../diff/table-diff.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { canSee } from '../../site/hidden-parts.ts'
import { lineLabels } from './line-labels.ts'
import type { RevisionRequest } from './revision-request.ts'

/** Characters compared per response; further diffs are marked as not cached, and clients request them singly. */
const MAX_COMPARED = 2_000_000

/** A diff of a revision. A missing end is false, as is a body that cannot be compared. */
const comparisonMembers = {
  'from?': 'integer|boolean',
  'to?': 'integer',
  'body?': 'string|boolean',
  'notcached?': 'boolean',
  'badcontentformat?': 'boolean',
} as const satisfies Members

export const diffMembers = { 'diff?': comparisonMembers } as const satisfies Members

type Comparison = ResultOf<typeof comparisonMembers>
type Target = NonNullable<RevisionRequest['diff']>

/** Diffs between revisions and another revision or a supplied text. */
export class RevisionDiffs {
  readonly #q: QueryRun
  readonly #request: RevisionRequest
  readonly #work: TextWork
  #compared = 0
  #lineLabel: ((line: number) => string) | null = null

  constructor(q: QueryRun, request: RevisionRequest, work: TextWork) {
    this.#q = q
    this.#request = request
    this.#work = work
  }

  async fields(row: RevisionRow, text: string): Promise<ResultOf<typeof diffMembers>> {
    const { diff } = this.#request
    if (!diff) return {}
    if (this.#isExhausted(diff)) return { diff: { notcached: true } }
    return { diff: 'text' in diff ? await this.#toText(row, text, diff) : await this.#toRevision(row, text, diff.to) }
  }

  /** Diffs with a supplied text are never cached, so MediaWiki computes only one per response. */
  #isExhausted(diff: Target): boolean {
    return 'text' in diff ? this.#compared > 0 : this.#compared > MAX_COMPARED
  }

  async #toText(row: RevisionRow, text: string, target: Extract<Target, { text: string }>): Promise<Comparison> {
    const q = this.#q
    const model =
      q.pages.entry(row.ns, row.title)?.page?.content_model ?? defaultContentModel(q.site, row.ns, row.title)
    const { contentFormat: asked } = this.#request
    if (asked !== null && asked !== contentFormat(model)) {
      q.warn('apierror-badformat', [asked, model, escapeWikitext(q.titleText(row.ns, row.title))])
      return { badcontentformat: true }
    }
    const other =
      target.pst && model === 'wikitext'
        ? await preSaveTransform(q.wiki, q.caller, q.now, row, target.text, this.#work)
        : target.text
    return this.#body({}, text, other)
  }

  /** Puts the older revision on the left. Deleted revisions cannot be compared. */
  async #toRevision(row: RevisionRow, text: string, to: 'prev' | 'next' | number): Promise<Comparison> {
    const isLive = await this.#revision(row.id)
    const other = isLive ? await this.#otherRevision(row, to) : undefined
    // Wire format for a missing revision: false on the left, 0 on the right.
    const ends =
      to === 'prev'
        ? { from: other?.id ?? false, to: row.id }
        : { from: row.id, to: to === 'next' ? (other?.id ?? 0) : to }
    if (!isLive) return { ...ends, body: false }
    if (!other) return content({ ...ends, body: '' }, 'body')
    const theirs = await this.#textOf(other)
    if (theirs === null) return { ...ends, body: false }
    return to === 'prev' ? this.#body(ends, theirs, text) : this.#body(ends, text, theirs)
  }

  async #otherRevision(row: RevisionRow, to: 'prev' | 'next' | number): Promise<RevisionRow | undefined> {
    if (typeof to === 'number' && to > 0) return this.#revision(to)
    const { db } = this.#q
    if (typeof to === 'string') return revisionBeside(db, row, to)
    return selectRevisions(db)
      .where('revision.page_id', '=', row.page_id ?? 0)
      .whereRef('revision.id', '=', 'page.latest_rev')
      .executeTakeFirst()
  }

  #revision = (id: number): Promise<RevisionRow | undefined> =>
    selectRevisions(this.#q.db).where('revision.id', '=', id).executeTakeFirst()

  async #textOf(row: RevisionRow): Promise<string | null> {
    if (!canSee(row.deleted, 'text', this.#q.caller)) return null
    const slots = await slotsOf(this.#q.db, [row.id])
    const blob = slots.get(row.id)?.find(slot => slot.role === 'main')?.blobId ?? null
    if (blob === null) return null
    return (await readTexts(this.#q.wiki, [blob])).get(blob)?.toString() ?? null
  }

  async #body(ends: Pick<Comparison, 'from' | 'to'>, before: string, after: string): Promise<Comparison> {
    this.#compared += before.length + after.length + 1
    this.#lineLabel ??= await lineLabels(this.#q.run)
    const blocks = await this.#work.run('diff', { before, after })
    return content({ ...ends, body: tableDiff(blocks, this.#lineLabel) }, 'body')
  }
}
