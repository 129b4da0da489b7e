import type { QueryRun } from '../../api/query/query-run.ts'
import type { FileVersion } from '../../files/file-version.ts'
import { mediaKind } from '../../files/media-kinds.ts'
import { parseThumbParams, type ThumbParams } from '../../files/thumb-params.ts'
import { shownSize } from '../../files/thumbnail-of.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'

export interface UrlArgs {
  readonly urlwidth: number
  readonly urlheight: number
  readonly urlparam: string
}

/** Width for files without one. */
const ARBITRARY_WIDTH = 400

/** Thumbnail parameters of the request; null if none is requested. Rejects impossible sizes. */
export function thumbRequest(q: QueryRun, file: FileVersion, a: UrlArgs): ThumbParams | null {
  if (a.urlwidth === -1 && a.urlheight === -1 && a.urlparam === '') return null
  const box = boxOf(file, a)
  const name = escapeWikitext(file.name)
  if (mediaKind(file.mime) === null) {
    warnOfNoThumbnail(q, file.name, a)
    return box
  }
  const thumb = a.urlparam === '' ? box : { ...readParam(q, file, a.urlparam, box), ...box }
  if (!shownSize(file, thumb)) fail('apierror-urlparamnormal', [name])
  return thumb
}

/** A missing file has no handler that could create a thumbnail. */
export function warnOfNoThumbnail(q: QueryRun, name: string, { urlparam }: UrlArgs): void {
  if (urlparam !== '') q.warn('apiwarn-nothumb-noimagehandler', [escapeWikitext(name)])
}

function boxOf(file: FileVersion, { urlwidth, urlheight }: UrlArgs): ThumbParams {
  if (urlwidth !== -1) return { width: urlwidth, height: urlheight }
  return urlheight === -1 ? {} : { width: file.width > 0 ? file.width : ARBITRARY_WIDTH, height: urlheight }
}

/** Reads `urlparam`; explicit width and height take precedence. */
function readParam(q: QueryRun, file: FileVersion, text: string, box: ThumbParams): ThumbParams {
  const params = parseThumbParams(file.mime, text)
  const { prefix } = q.module
  if (!params) {
    q.warn('apiwarn-badurlparam', [prefix, escapeWikitext(file.name)])
    return {}
  }
  if (box.width !== undefined && params.width !== box.width) {
    q.warn('apiwarn-urlparamwidth', [prefix, params.width!, box.width])
  }
  if (params.width! <= 0) fail('apierror-invalidurlparam', [prefix, 'width', params.width!])
  return params
}
