import type { ActionRun } from '../api/action-run.ts'
import { messageWriter } from '../api/result/message-writer.ts'
import { list, type Row } from '../api/result/shape.ts'
import type { ApiMessage } from '../messages/message.ts'
import { renderMessage } from '../messages/render.ts'
import { wordingOf } from '../messages/wording.ts'
import { NS } from '../site/namespaces.ts'

type Format = 'html' | 'none' | 'raw' | 'wikitext'

/** Response to a failed login or account creation, with every reason. */
export async function failedForm(run: ActionRun, format: Format, messages: readonly ApiMessage[]): Promise<Row> {
  const wording = await wordingOf(run.wiki.messages, run.language)
  const [message] = messages
  if (messages.length > 1)
    return severalReasons(
      format,
      messages.map(each => renderMessage(each, wording, 'wikitext')),
    )
  const project = run.wiki.site.namespaces.nameOf(NS.project)
  const text = messageWriter(format, wording)(message!)
  const shown = typeof text === 'string' ? text.replaceAll('{{ns:project}}', project) : text
  return {
    status: 'FAIL',
    ...(text !== undefined && { message: shown }),
    messagecode: message!.code,
    canpreservestate: false,
  }
}

/** Combines several reasons into a list under a generic code. */
function severalReasons(format: Format, texts: string[]): Row {
  const key = texts.map((_, index) => `* $${index + 1}`).join('\n')
  const written = {
    none: {},
    raw: { message: { key, params: list('param', texts) } },
    wikitext: { message: texts.map(text => `* ${text}`).join('\n') },
    html: { message: `<ul>${texts.map(text => `<li>${text}</li>`).join('\n')}</ul>` },
  }[format]
  return { status: 'FAIL', ...written, messagecode: key.replace(/[^a-z0-9-]/gi, '_'), canpreservestate: false }
}
