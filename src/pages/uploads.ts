// Forms with files on pages of the site.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sent } from '#html/forms.ts'
import { ApiError } from '#translation/api/errors.ts'
import { checkCsrf } from '#translation/api/request.ts'
import type { Visit } from '#translation/manage/visit.ts'
import { type MultipartForm, readMultipart } from '#wiki/api/read-multipart.ts'

/** More than most pages accept, so that they can say what they accept. Larger files go through the API. */
const MAX_UPLOAD = 8 * 1024 * 1024
const MAX_FIELD = 65_536

export function readForms(app: FastifyInstance): void {
  const form = { parseAs: 'buffer', bodyLimit: MAX_UPLOAD } as const
  app.addContentTypeParser('multipart/form-data', form, async (request: FastifyRequest, body: Buffer) =>
    readMultipart(body, request.headers['content-type'] ?? '', MAX_FIELD),
  )
}

/** Form data; null if the CSRF token is invalid. */
export function sentBy({ request, caller }: Visit): Sent | null {
  const { fields = [], files = [] } = (request.body ?? {}) as Partial<MultipartForm>
  const form =
    request.body instanceof URLSearchParams ? request.body : new URLSearchParams(fields as [string, string][])
  const sent: Record<string, unknown> = Object.fromEntries(
    [...new Set(form.keys())].map(name => {
      const all = form.getAll(name)
      return [name, all.length > 1 ? all : all[0]]
    }),
  )
  for (const [name, { filename, data }] of files) sent[name] = { filename, mediaType: '', content: data }
  try {
    checkCsrf(caller, request, sent)
    return sent
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
