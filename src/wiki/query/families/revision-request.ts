// Request parameters shared by revisions, deletedrevisions, allrevisions and alldeletedrevisions.

import type { revisionParams } from '../../api/params/common.ts'
import type { Args } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { selectRevisions } from '../../content/revisions.ts'
import { apiMessage, fail, num, plaintext } from '../../messages/message.ts'
import { canSee } from '../../site/hidden-parts.ts'

type RevisionArgs = Args<ReturnType<typeof revisionParams>>
type Prop = RevisionArgs['prop'][number]

export interface RevisionRequest {
  readonly limit: number
  readonly prop: ReadonlySet<Prop>
  /** Requested roles, or null for the older output with only the main slot. */
  readonly slots: readonly string[] | null
  /** Whether slot information is shown. */
  readonly needsSlots: boolean
  /** Whether the text is needed, to show or transform it. */
  readonly needsText: boolean
  readonly section: string | null
  readonly contentFormat: string | null
  readonly expandTemplates: boolean
  readonly parseTree: boolean
  readonly parse: boolean
  readonly diff: { readonly text: string; readonly pst: boolean } | { readonly to: 'prev' | 'next' | number } | null
}

/** With content, the limit is a tenth of the usual; with parsing, a single revision. */
const TEXT_LIMITS = { low: 50, high: 500 } as const
const LIMITS = { low: 500, high: 5000 } as const
const DEFAULT_LIMIT = 10

/** Generators use nothing but the limit. */
export const generatorLimit = (a: RevisionArgs): number => a.limit ?? DEFAULT_LIMIT

/** `askedLimit` is `max` if the request limits pages instead of revisions. */
export async function revisionRequest(
  q: QueryRun,
  a: RevisionArgs,
  askedLimit: number | 'max' | undefined = limitOf(q, a),
): Promise<RevisionRequest> {
  const prop = new Set(a.prop)
  if (a.slots) refuseWithSlots(q, a)
  const diff = await diffOf(q, a)
  const needsText = prop.has('content') || prop.has('parsetree') || diff !== null
  const parse = needsText && a.parse
  const limit = checkLimit(q, askedLimit, needsText, parse)
  const needsSlots = needsText || prop.has('contentmodel') || prop.has('slotsize') || prop.has('slotsha1')
  if (needsSlots && !a.slots) warnOfMissingSlots(q)
  return {
    limit,
    prop,
    slots: a.slots ?? null,
    needsSlots,
    needsText,
    section: needsText ? (a.section ?? null) : null,
    contentFormat: a.contentformat ?? null,
    expandTemplates: needsText && a.expandtemplates,
    parseTree: prop.has('parsetree') || (prop.has('content') && a.generatexml),
    parse,
    diff,
  }
}

/** `max` stays `max`, since its value depends on what is requested. */
export const limitOf = (q: QueryRun, a: { readonly limit: number | undefined }): number | 'max' | undefined =>
  q.run.request.params.get(q.param('limit')) === 'max' ? 'max' : a.limit

/** The deprecated content parameters cannot be combined with slots. */
function refuseWithSlots(q: QueryRun, a: RevisionArgs): void {
  const refuse = (name: string): never =>
    fail('apierror-invalidparammix-cannotusewith', [q.param(name), q.param('slots')], { code: 'invalidparammix' })
  if (a.prop.includes('parsetree')) refuse('prop=parsetree')
  const older = ['expandtemplates', 'generatexml', 'parse', 'diffto', 'difftotext', 'difftotextpst', 'contentformat']
  for (const name of older as (keyof RevisionArgs)[]) {
    if (a[name] !== undefined && a[name] !== false) refuse(name)
  }
}

export function checkLimit(q: QueryRun, asked: number | 'max' | undefined, needsText: boolean, parse = false): number {
  const { low, high } = parse ? { low: 1, high: 1 } : needsText ? TEXT_LIMITS : LIMITS
  const most = q.run.highLimits ? high : low
  if (asked === 'max') {
    if (q.run.limits[q.module.name] !== undefined) q.run.limits[q.module.name] = most
    return most
  }
  const value = asked ?? (parse ? 1 : DEFAULT_LIMIT)
  if (value <= most) return value
  const params = [plaintext(q.param('limit')), plaintext(String(value)), num(1), num(most)]
  const data = { min: 1, curmax: most, max: low, highmax: high }
  q.run.warn(q.path, apiMessage('paramvalidator-outofrange-minmax', params, { data }))
  return most
}

function warnOfMissingSlots(q: QueryRun): void {
  const { group, name } = q.module
  const message = apiMessage('apiwarn-deprecation-missingparam', [q.param('slots')])
  q.run.warnDeprecated(q.path, message, `action=query&${group}=${name}&!${q.param('slots')}`)
}

async function diffOf(q: QueryRun, a: RevisionArgs): Promise<RevisionRequest['diff']> {
  if (a.difftotext !== undefined) return { text: a.difftotext, pst: a.difftotextpst }
  if (a.diffto === undefined) return null
  if (a.diffto === 'prev' || a.diffto === 'next') return { to: a.diffto }
  if (a.diffto === 'cur') return { to: 0 }
  if (!/^\d{1,15}$/.test(a.diffto)) fail('apierror-baddiffto', [q.module.prefix])
  const to = Number(a.diffto)
  return to === 0 || (await canDiffTo(q, to)) ? { to } : null
}

async function canDiffTo(q: QueryRun, revisionId: number): Promise<boolean> {
  const target = await selectRevisions(q.db).where('revision.id', '=', revisionId).executeTakeFirst()
  if (!target) fail('apierror-nosuchrevid', [String(revisionId)])
  if (canSee(target.deleted, 'text', q.caller)) return true
  q.warn('apiwarn-difftohidden', [String(revisionId)])
  return false
}
