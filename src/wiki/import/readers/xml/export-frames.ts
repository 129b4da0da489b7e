import type {
  ExportContent,
  ExportContributor,
  ExportLogItem,
  ExportNamespace,
  ExportPage,
  ExportRevision,
  ExportSiteInfo,
  ExportUpload,
} from './export-events.ts'

/** The parsed part of an element. One shape per element keeps property access fast. */
export type Frame = Record<string, unknown>

type Fields<T> = { -readonly [K in keyof T]: T[K] | undefined }

type ContentFields = Fields<ExportContent>

const emptyContent = () => ({
  origin: undefined,
  model: undefined,
  format: undefined,
  text: undefined,
  textDeleted: false,
  textId: undefined,
  textLocation: undefined,
  textSha1: undefined,
  bytes: undefined,
})

/** Creates an empty frame for each element with child elements. */
export const newFrame: Record<string, () => Frame> = {
  mediawiki: () => ({}),
  siteinfo: () => ({
    kind: 'siteinfo',
    language: undefined,
    sitename: undefined,
    dbname: undefined,
    base: undefined,
    generator: undefined,
    case: undefined,
    namespaces: [],
  }),
  namespaces: () => ({ list: [] }),
  page: () => ({
    kind: 'page',
    position: 0,
    title: undefined,
    namespace: undefined,
    id: undefined,
    redirect: undefined,
    restrictions: undefined,
  }),
  revision: () => ({
    id: undefined,
    parentId: undefined,
    timestamp: undefined,
    contributor: undefined,
    minor: false,
    comment: undefined,
    commentDeleted: false,
    sha1: undefined,
    otherSlots: undefined,
    ...emptyContent(),
  }),
  content: () => ({ role: undefined, sha1: undefined, ...emptyContent() }),
  contributor: () => ({ deleted: false, username: undefined, id: undefined, ip: undefined }),
  upload: () => ({
    kind: 'upload',
    position: 0,
    timestamp: undefined,
    contributor: undefined,
    comment: undefined,
    commentDeleted: false,
    filename: undefined,
    archivename: undefined,
    src: undefined,
    size: undefined,
    sha1base36: undefined,
    rel: undefined,
    contents: undefined,
  }),
  logitem: () => ({
    kind: 'logitem',
    position: 0,
    id: undefined,
    timestamp: undefined,
    contributor: undefined,
    comment: undefined,
    commentDeleted: false,
    type: undefined,
    action: undefined,
    title: undefined,
    params: undefined,
    actionDeleted: false,
    unused: undefined,
  }),
}

/** Thrown for an element without a required part. */
export class MissingPart extends Error {}

function need<T>(value: T | undefined, element: string, part: string): T {
  if (value === undefined) throw new MissingPart(`<${element}> without <${part}>`)
  return value
}

export const siteInfoOf = (frame: Frame): ExportSiteInfo => frame as unknown as ExportSiteInfo
export const contributorOf = (frame: Frame): ExportContributor => frame as unknown as ExportContributor
export const namespacesOf = (frame: Frame) => frame.list as ExportNamespace[]

export function pageOf(frame: Frame): ExportPage {
  need(frame.title, 'page', 'title')
  return frame as unknown as ExportPage
}

export function uploadOf(frame: Frame): ExportUpload {
  need(frame.timestamp, 'upload', 'timestamp')
  need(frame.filename, 'upload', 'filename')
  return frame as unknown as ExportUpload
}

export function logItemOf(frame: Frame): ExportLogItem {
  for (const part of ['id', 'timestamp', 'type', 'action']) need(frame[part], 'logitem', part)
  const { unused: _, ...item } = frame
  return item as unknown as ExportLogItem
}

export function contentOf(frame: Frame, role: string): ExportContent {
  const fields = frame as unknown as ContentFields & { textSha1: string | undefined }
  return {
    role,
    origin: fields.origin,
    model: fields.model,
    format: fields.format,
    text: fields.text,
    textDeleted: fields.textDeleted ?? false,
    textId: fields.textId,
    textLocation: fields.textLocation,
    bytes: fields.bytes,
    sha1: fields.textSha1 ?? (role === 'main' ? undefined : fields.sha1),
  }
}

export function revisionOf(frame: Frame, position: number): ExportRevision {
  const fields = frame as unknown as Fields<ExportRevision>
  return {
    kind: 'revision',
    position,
    id: need(fields.id, 'revision', 'id'),
    parentId: fields.parentId,
    timestamp: need(fields.timestamp, 'revision', 'timestamp'),
    contributor: fields.contributor,
    minor: fields.minor ?? false,
    comment: fields.comment,
    commentDeleted: fields.commentDeleted ?? false,
    main: contentOf(frame, 'main'),
    otherSlots: fields.otherSlots ?? [],
    sha1: fields.sha1,
  }
}
