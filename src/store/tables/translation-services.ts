import type { Generated } from 'kysely'

export interface AddonTable {
  id: Generated<number>
  name: string
  project_id: number
  component_id: number | null
  configuration: Generated<string>
  created_at: number
}

export interface TaskTable {
  id: string
  kind: string
  payload: Generated<string>
  account_id: number | null
  project_id: number | null
  component_id: number | null
  progress: Generated<number>
  result: string | null
  log: Generated<string>
  created_at: number
  finished_at: number | null
}

interface ProjectBackupTable {
  id: Generated<number>
  project_id: number
  name: string
  size: number
  content: Buffer
  account_id: number | null
  created_at: number
}

export interface ReportTable {
  id: Generated<number>
  kind: string
  project_id: number | null
  category_id: number | null
  component_id: number | null
  parameters: Generated<string>
  data: string | null
  account_id: number | null
  created_at: number
}

/** An uploaded file for a new component. */
export interface ComponentDraftTable {
  id: string
  account_id: number
  filename: string
  content: Buffer
  /** The form input so far, as JSON. */
  wishes: string
  created_at: number
}

/** A problem of a component or project. */
export interface AlertTable {
  id: Generated<number>
  project_id: number
  component_id: number | null
  name: string
  details: Generated<string>
  created_at: number
  updated_at: number
  dismissed: Generated<number>
}

/** A webhook delivery. */
export interface WebHookDeliveryTable {
  id: Generated<number>
  addon_id: number
  change_id: number
  body: string
  created_at: number
  attempts: Generated<number>
  try_at: number
  status: number | null
  error: string | null
  done_at: number | null
  taken: Generated<number>
}

export interface TranslationServicesTables {
  web_hook_delivery: WebHookDeliveryTable
  alert: AlertTable
  component_draft: ComponentDraftTable
  addon: AddonTable
  task: TaskTable
  project_backup: ProjectBackupTable
  report: ReportTable
}
