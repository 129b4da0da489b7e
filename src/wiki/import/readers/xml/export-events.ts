/** The `siteinfo` block at the start of an export. */
export interface ExportSiteInfo {
  readonly kind: 'siteinfo'
  /** The wiki's language, from `xml:lang`. */
  readonly language: string | undefined
  readonly sitename: string | undefined
  readonly dbname: string | undefined
  readonly base: string | undefined
  readonly generator: string | undefined
  readonly case: string | undefined
  readonly namespaces: readonly ExportNamespace[]
}

export interface ExportNamespace {
  readonly id: number
  readonly case: string | undefined
  readonly name: string
}

/** A page header, before its revisions. */
export interface ExportPage {
  readonly kind: 'page'
  readonly position: number
  readonly title: string
  /** Absent in exports older than 0.6. */
  readonly namespace: number | undefined
  readonly id: number | undefined
  readonly redirect: string | undefined
  readonly restrictions: string | undefined
}

interface ExportPageEnd {
  readonly kind: 'page-end'
  /** The position right after the page. */
  readonly position: number
}

/** The author. `deleted` means that the name is hidden. */
export interface ExportContributor {
  readonly deleted: boolean
  readonly username: string | undefined
  readonly id: number | undefined
  readonly ip: string | undefined
}

/** The content of one slot. The main slot is in the revision itself, others (export 0.11) in `<content>`. */
export interface ExportContent {
  readonly role: string
  readonly origin: number | undefined
  readonly model: string | undefined
  readonly format: string | undefined
  /** The text as UTF-8; absent when hidden, and in stub dumps, which give a location instead. */
  readonly text: Buffer | undefined
  readonly textDeleted: boolean
  readonly textId: string | undefined
  readonly textLocation: string | undefined
  readonly bytes: number | undefined
  readonly sha1: string | undefined
}

export interface ExportRevision {
  readonly kind: 'revision'
  readonly position: number
  readonly id: number
  readonly parentId: number | undefined
  readonly timestamp: string
  readonly contributor: ExportContributor | undefined
  readonly minor: boolean
  readonly comment: string | undefined
  readonly commentDeleted: boolean
  readonly main: ExportContent
  readonly otherSlots: readonly ExportContent[]
  /** The revision's own hash in base 36. */
  readonly sha1: string | undefined
}

export interface ExportUpload {
  readonly kind: 'upload'
  readonly position: number
  readonly timestamp: string
  readonly contributor: ExportContributor | undefined
  readonly comment: string | undefined
  readonly commentDeleted: boolean
  readonly filename: string
  readonly archivename: string | undefined
  readonly src: string | undefined
  readonly size: number | undefined
  readonly sha1base36: string | undefined
  readonly rel: string | undefined
  /** The file itself, if the export includes it. */
  readonly contents: Buffer | undefined
}

export interface ExportLogItem {
  readonly kind: 'logitem'
  readonly position: number
  readonly id: number
  readonly timestamp: string
  readonly contributor: ExportContributor | undefined
  readonly comment: string | undefined
  readonly commentDeleted: boolean
  readonly type: string
  readonly action: string
  readonly title: string | undefined
  readonly params: string | undefined
  /** Whether title and parameters are hidden. */
  readonly actionDeleted: boolean
}

export type ExportEvent = ExportSiteInfo | ExportPage | ExportRevision | ExportUpload | ExportPageEnd | ExportLogItem
