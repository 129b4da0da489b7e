import { CONTENT_MODELS } from '../../content/content-format.ts'
import { TextWork } from '../../content/text-work/text-work.ts'
import { plaintext } from '../../messages/message.ts'
import { canSee } from '../../site/hidden-parts.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { urlEncodeTitle } from '../../site/urls.ts'
import { ActionError, act, editToken } from '../act.ts'
import { isConditional } from '../conditions.ts'
import { type AnyCall, endpoint, type Resource, type RestAnswer, type RestCall, unconditional } from '../endpoint.ts'
import { licence, pageOfTitle, revisionById, textOf } from '../pages.ts'
import { titleInPath } from '../params.ts'
import type { BodyFields } from '../read-body.ts'
import { failRest, RestError } from '../rest-error.ts'
import { contentTag, currentPage, pageMembers } from './page.ts'

const fields = {
  source: {
    type: 'string',
    required: true,
    isWikitext: true,
    words: 'The new text of the page.',
    example: 'Hello, world!',
  },
  comment: { type: 'string', required: true, words: 'Edit summary.', example: 'Greet the world' },
  content_model: { type: 'string', words: 'Content model of the text.', example: 'wikitext' },
  token: {
    type: 'string',
    words: 'CSRF token (meta=tokens). Required with a session cookie, ignored with an API key.',
    example: '+\\',
  },
} as const satisfies BodyFields

const result = { ...pageMembers, source: 'string' } as const

const ofPage = { title: titleInPath } as const
type Update = RestCall<typeof ofPage>

export const createPage = endpoint({
  method: 'POST',
  path: '/v1/page',
  summary: 'Create a page.',
  params: {},
  fields: {
    ...fields,
    title: { type: 'string', required: true, words: 'Title of the new page.', example: 'Hello' },
  },
  result,
  open: async call =>
    unconditional(async () => {
      const edited = await edit(call, { title: String(call.body.title), createonly: '1' }, statusOf)
      return written(call, edited, {
        location: call.url(`/v1/page/${urlEncodeTitle(edited.title.replaceAll(' ', '_')).replaceAll('/', '%2F')}`),
      })
    }),
})

export const updatePage = endpoint({
  method: 'PUT',
  path: '/v1/page/{title}',
  summary: 'Update a page, or create it.',
  params: ofPage,
  fields: {
    ...fields,
    latest: {
      type: 'object',
      words: 'The revision that the edit is based on, with its "id". Without it, the page is created.',
      example: { id: 1 },
    },
  },
  result,
  open: async call =>
    isConditional(call.viewer.request.header) ? conditionalUpdate(call) : unconditional(() => update(call)),
})

/** A condition that is not met. The edit fails on it, unless it is the retry of one that succeeded. */
const NO_REVISION = -1

async function conditionalUpdate(call: Update): Promise<Resource> {
  const { page, revision } = await currentPage(call)
  return {
    etag: contentTag(revision, page !== null),
    lastModified: revision?.timestamp ?? null,
    exists: page !== null,
    answer: condition => update(call, condition && (condition.isMet ? (page?.latest_rev ?? 0) : NO_REVISION)),
  }
}

/** `onlyAt` is the revision that the conditions of the request are about. */
async function update(call: Update, onlyAt?: number): Promise<RestAnswer> {
  const { title } = call.args
  const base = baseOf(call)
  const creates = onlyAt === undefined ? { createonly: '1' } : {}
  const kind = base > 0 ? { baserevid: String(base), nocreate: '1' } : creates
  const refuse = (error: ActionError) => updateStatus(call, error, base, onlyAt !== undefined)
  const edited = await edit(call, { title, ...kind }, refuse, onlyAt)
  return written(call, edited.nochange ? await unchanged(call, edited) : edited)
}

interface Edited {
  readonly pageid: number
  readonly title: string
  readonly contentmodel: string
  readonly newrevid?: number
  readonly newtimestamp?: string
  readonly new?: boolean
  readonly nochange?: boolean
  readonly result: string
}

type Refuse = (error: ActionError) => Promise<never> | never

const baseOf = ({ body }: Update): number => {
  const id = Number((body.latest as { id?: unknown } | null)?.id ?? 0)
  return Number.isSafeInteger(id) ? id : 0
}

async function edit(
  call: AnyCall,
  params: Readonly<Record<string, string>>,
  refuse: Refuse,
  onlyAt?: number,
): Promise<Edited> {
  const { source, comment, content_model: model, token } = call.body
  if (model && !(CONTENT_MODELS as readonly string[]).includes(String(model)))
    failRest(400, 'rest-bad-content-model', [plaintext(String(model))])
  try {
    const request = {
      action: 'edit',
      ...params,
      text: String(source),
      summary: String(comment),
      ...(model ? { contentmodel: String(model) } : {}),
      token: editToken(call, token),
    }
    const { edit: done } = await act<{ edit: Edited }>(call, 'POST', request, onlyAt)
    if (done.result !== 'Success') throw new RestError(409, done.result)
    return done
  } catch (error) {
    if (error instanceof ActionError) return refuse(error)
    throw error
  }
}

/** What a conditional edit fails with if another one came first. */
const OVERTAKEN = new Set(['editconflict', 'articleexists', 'missingtitle', 'pagedeleted'])

const STATUS: Readonly<Record<string, number>> = {
  protectedpage: 403,
  badtoken: 403,
  missingtitle: 404,
  articleexists: 409,
  editconflict: 409,
  idempotencykeyreused: 422,
  ratelimited: 429,
}

function statusOf(error: ActionError): never {
  const status = STATUS[error.error.code]
  throw error.asRest(status ?? 400, status === undefined)
}

async function updateStatus(call: Update, error: ActionError, base: number, isGuarded: boolean): Promise<never> {
  const { code, key, params } = error.error
  if (isGuarded && OVERTAKEN.has(code)) throw new RestError(412, null)
  if (code === 'articleexists') failRest(409, 'rest-update-cannot-create-page', [plaintext(call.args.title)])
  if (code === 'editconflict') throw new RestError(409, { key, params }, await conflict(call, base))
  return statusOf(error)
}

/** What the caller and others changed since the revision that the edit is based on. */
async function conflict(call: Update, base: number): Promise<Record<string, unknown>> {
  const page = await pageOfTitle(call, call.args.title)
  const [old, current] = [await revisionById(call.db, base), await revisionById(call.db, page?.latest_rev ?? 0)]
  if (!old || !current || old.page_id !== current.page_id || !canSee(old.deleted, 'text', call.caller)) return {}
  const before = await (await textOf(call, old.id)).text()
  const theirs = await (await textOf(call, current.id)).text()
  if (before === null || theirs === null) return {}
  const work = new TextWork(call.wiki, call.viewer.now, { signal: call.viewer.signal })
  return {
    base: old.id,
    current: current.id,
    local: await work.run('diff-json', { before, after: String(call.body.source) }),
    remote: await work.run('diff-json', { before, after: theirs }),
  }
}

/** An edit that changed nothing made no revision, so the current one is reported. */
async function unchanged(call: Update, edited: Edited): Promise<Edited> {
  const page = await pageOfTitle(call, call.args.title)
  const current = await revisionById(call.db, page?.latest_rev ?? 0)
  if (!current) return edited
  return { ...edited, newrevid: current.id, newtimestamp: isoTimestamp(current.timestamp) }
}

async function written(
  call: AnyCall,
  edited: Edited,
  headers: Readonly<Record<string, string>> = {},
): Promise<RestAnswer> {
  const id = edited.newrevid ?? 0
  const body = {
    id: edited.pageid,
    title: edited.title,
    key: edited.title.replaceAll(' ', '_'),
    latest: { id, timestamp: edited.newtimestamp ?? '' },
    license: licence(call),
    content_model: edited.contentmodel,
    source: (await (await textOf(call, id)).text()) ?? '',
  }
  return { status: edited.new ? 201 : 200, headers, body }
}
