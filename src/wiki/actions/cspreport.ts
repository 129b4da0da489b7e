import { actionModule } from '../api/module.ts'
import { boolean, string } from '../api/params/kinds.ts'
import { ApiError, apiMessage } from '../messages/message.ts'

const MAX_BYTES = 8192
const TYPES = new Set(['application/json', 'application/csp-report'])

export const cspreport = actionModule({
  name: 'cspreport',
  prefix: '',
  classname: 'ApiCSPReport',
  internal: true,
  readRights: false,
  mustBePosted: true,
  summary: 'Log violations of the Content Security Policy reported by browsers.',
  helpUrls: [],
  help: {
    params: {
      reportonly: { words: 'The policy was only monitored, not enforced.' },
      source: { words: 'Source of the report.' },
    },
  },
  result: { cspreport: 'string' },
  params: {
    reportonly: boolean(),
    source: string({ default: 'internal' }),
  },

  async run(run, { reportonly, source }) {
    const { request, wiki } = run
    if (!TYPES.has(request.header('content-type') ?? '')) refuse('wrongformat')
    if (request.body === undefined || Buffer.byteLength(request.body) > MAX_BYTES) refuse('toobig')
    const report = reportIn(request.body)
    wiki.services.log('csp.violated', { report, reportonly, source })
    return { cspreport: 'success' }
  },
})

function reportIn(body: string): unknown {
  let parsed: { 'csp-report'?: unknown } | null
  try {
    parsed = JSON.parse(body)
  } catch {
    refuse('json-error-syntax')
  }
  return parsed?.['csp-report'] ?? refuse('missingkey')
}

function refuse(reason: string): never {
  throw new ApiError([apiMessage('apierror-csp-report', [reason], { code: `cspreport-${reason}` })], {}, 400)
}
