import type { Generated } from 'kysely'

export interface FileTable {
  name: string
  size: number
  width: number
  height: number
  metadata: Buffer
  bits: number
  media_type: string | null
  major_mime: string
  minor_mime: string
  summary_id: number
  actor_id: number
  timestamp: number
  sha1: string
}

export interface OldFileTable {
  id: Generated<number>
  name: string
  archive_name: string
  size: number
  width: number
  height: number
  bits: number
  summary_id: number
  actor_id: number
  timestamp: number
  metadata: Buffer
  media_type: string | null
  major_mime: string
  minor_mime: string
  deleted: Generated<number>
  sha1: string
}

export interface DeletedFileTable {
  id: Generated<number>
  name: string
  archive_name: string | null
  storage_group: string | null
  storage_key: string | null
  deleted_by: number | null
  deleted_at: number | null
  deletion_summary_id: number
  size: number | null
  width: number | null
  height: number | null
  metadata: Buffer | null
  bits: number | null
  media_type: string | null
  major_mime: string | null
  minor_mime: string | null
  summary_id: number
  actor_id: number
  timestamp: number | null
  deleted: Generated<number>
  sha1: Generated<string>
}

export interface StashedFileTable {
  id: Generated<number>
  account_id: number
  key: string
  original_path: string
  path: string
  source_type: string | null
  timestamp: number
  status: string
  chunk_index: number | null
  size: number
  sha1: string
  mime: string | null
  media_type: string | null
  width: number | null
  height: number | null
  bits: number | null
  props: Buffer | null
}

export interface WikiFileTables {
  file: FileTable
  old_file: OldFileTable
  deleted_file: DeletedFileTable
  stashed_file: StashedFileTable
}
