import type { ActionRun } from '../api/action-run.ts'
import { blocks, withoutOuterParagraph } from '../api/help/message-html.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { messageWriter } from '../api/result/message-writer.ts'
import { list } from '../api/result/shape.ts'
import type { AuthenticationRequest } from '../content/authentication-requests.ts'
import { parsedSummaries } from '../content/parsed-summaries.ts'
import type { ApiMessage } from '../messages/message.ts'
import { renderMessage } from '../messages/render.ts'
import { wordingOf } from '../messages/wording.ts'
import { describeRequests, FIELD_MEMBERS, REQUEST_MEMBERS } from '../query/meta/described-requests.ts'
import { NS } from '../site/namespaces.ts'

type Format = 'html' | 'none' | 'raw' | 'wikitext'

/** Response to a form: the account, or why it failed. */
export const FORM_RESULT = {
  status: 'string',
  'username?': 'string',
  'message?': ['string', '|', { key: 'string', params: ['any'] }],
  'messagecode?': 'string',
  'canpreservestate?': 'boolean',
  'requests?': [REQUEST_MEMBERS],
  'fields?': { '*': FIELD_MEMBERS },
} as const satisfies Members

type FormResult = ResultOf<typeof FORM_RESULT>

/** Response to a failed login or account creation, with every reason. */
export async function failedForm(run: ActionRun, format: Format, messages: readonly ApiMessage[]): Promise<FormResult> {
  const { messages: texts, site } = run.wiki
  const ownTexts = await wordingOf(texts, site.language)
  const wording = { ...(await wordingOf(texts, run.language)), siteText: (key: string) => ownTexts.text(key) }
  const [message] = messages
  if (messages.length > 1)
    return severalReasons(
      format,
      messages.map(each => renderMessage(each, wording, 'wikitext')),
    )
  const text = messageWriter(format === 'html' ? 'wikitext' : format, wording)(message!)
  const project = site.namespaces.nameOf(NS.project)
  const wikitext = typeof text === 'string' ? text.replaceAll('{{ns:project}}', project) : null
  const shown = wikitext === null ? text : format === 'html' ? await asHtml(run, wikitext) : wikitext
  return {
    status: 'FAIL',
    ...(text !== undefined && { message: shown }),
    messagecode: message!.code,
    canpreservestate: false,
  }
}

/** Response that asks for another form. */
export async function nextForm(
  run: ActionRun,
  format: Format,
  merge: boolean,
  message: ApiMessage,
  requests: readonly AuthenticationRequest[],
): Promise<FormResult> {
  const { message: text, messagecode } = await failedForm(run, format, [message])
  const write = messageWriter(format, await wordingOf(run.wiki.messages, run.language))
  return {
    status: 'UI',
    ...describeRequests(null, requests, (key, params = []) => write({ key, params }), merge),
    ...(text !== undefined && { message: text }),
    ...(messagecode !== undefined && { messagecode }),
  }
}

const LINK = /\[\[[^[\]\n]+\]\]/g
/** No message has control characters, so these mark where links were. */
const MARK = /\u0001(\d+)\u0001/g

/** Long messages have paragraphs and lists; only the database knows whether the pages they link to exist. */
async function asHtml(run: ActionRun, wikitext: string): Promise<string> {
  const links: string[] = []
  const marked = wikitext.replace(LINK, link => `\u0001${links.push(link) - 1}\u0001`)
  const html = withoutOuterParagraph(blocks(marked, run.wiki.site))
  const linked = await parsedSummaries(
    run,
    links.map(text => ({ text, page: null })),
  )
  return html.replace(MARK, (_, index: string) => linked[Number(index)] ?? '')
}

/** Combines several reasons into a list under a generic code. */
function severalReasons(format: Format, texts: string[]): FormResult {
  const key = texts.map((_, index) => `* $${index + 1}`).join('\n')
  const written = {
    none: {},
    raw: { message: { key, params: list('param', texts) } },
    wikitext: { message: texts.map(text => `* ${text}`).join('\n') },
    html: { message: `<ul>${texts.map(text => `<li>${text}</li>`).join('\n')}</ul>` },
  }[format]
  return { status: 'FAIL', ...written, messagecode: key.replace(/[^a-z0-9-]/gi, '_'), canpreservestate: false }
}
