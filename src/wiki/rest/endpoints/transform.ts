import { endpoint, type RestCall, unconditional } from '../endpoint.ts'
import { titleInPath } from '../params.ts'
import type { BodyFields } from '../read-body.ts'
import { documentOfText, SAFE_HTML } from '../rendering.ts'
import { RestError } from '../rest-error.ts'

/** MediaWiki's other ways need Parsoid, whose HTML leads back to the wikitext. */
const FROM = ['wikitext', 'html'] as const
const TO = ['html', 'wikitext', 'lint'] as const

/** Title of a text without a page, as in action=parse. */
const NO_PAGE = 'API'

const ofText = {
  from: { in: 'path', type: FROM, required: true, words: 'Kind of the text. Only wikitext.', example: 'wikitext' },
  format: { in: 'path', type: TO, required: true, words: 'Kind of the result. Only html.', example: 'html' },
} as const

const fields = {
  wikitext: {
    type: 'string',
    required: true,
    isWikitext: true,
    words: 'The text to show.',
    example: "Some '''bold''' words.",
  },
  body_only: { type: 'boolean', words: 'Only the content of the body, not a document.', example: true },
  stash: { type: 'boolean', words: 'Accepted for compatibility. Renderings are not stashed.', example: false },
} as const satisfies BodyFields

/** The text as on this page, which need not exist. */
async function transform(call: RestCall<typeof ofText>, title: string) {
  const { from, format } = call.args
  if (from !== 'wikitext' || format !== 'html')
    throw new RestError(400, `Transforming ${from} to ${format} is not supported, only wikitext to html.`, {
      error: 'transform-not-supported',
    })
  const { wikitext, body_only: bodyOnly } = call.body
  const html = await documentOfText(call, { text: String(wikitext), title, bodyOnly: bodyOnly === true })
  return { body: html, headers: SAFE_HTML }
}

export const transformText = endpoint({
  method: 'POST',
  path: '/v1/transform/{from}/to/{format}',
  summary: 'Convert wikitext to HTML.',
  params: ofText,
  fields,
  reads: true,
  result: 'html',
  open: async call => unconditional(() => transform(call, NO_PAGE)),
})

export const transformPageText = endpoint({
  method: 'POST',
  path: '/v1/transform/{from}/to/{format}/{title}',
  summary: 'Convert wikitext of a page to HTML.',
  params: { ...ofText, title: titleInPath },
  fields,
  reads: true,
  result: 'html',
  open: async call => unconditional(() => transform(call, call.args.title)),
})
