import type { Generated } from 'kysely'

/** The outbox; see the migration. */
export interface MailTable {
  id: Generated<number>
  key: string
  account_id: number | null
  name: Generated<string>
  address: string
  message: string
  created_at: number
  try_at: number
  attempts: Generated<number>
  last_error: string | null
  sent_at: number | null
  failed_at: number | null
}

interface MailStateTable {
  name: string
  value: string
}

/** A notification to be emailed immediately. */
export interface NoticeTable {
  id: Generated<number>
  account_id: number
  notification: string
  subscription_id: number
  seq: number
  changes: string
  total: number
  due_at: number
  created_at: number
}

export interface MailTables {
  mail: MailTable
  mail_state: MailStateTable
  notice: NoticeTable
}
