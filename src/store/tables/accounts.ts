import type { Generated } from 'kysely'

export interface AccountTable {
  id: Generated<number>
  name: string
  /** The name as typed by its owner; null if it equals `name`. */
  username: string | null
  real_name: Generated<string>
  email: Generated<string>
  email_confirmed_at: number | null
  password_hash: Generated<string>
  registered_at: number | null
  edit_count: Generated<number>
  is_superuser: Generated<number>
  is_active: Generated<number>
  is_bot: Generated<number>
  expires_at: number | null
  last_login_at: number | null
  touched_at: number | null
}

interface AccountOptionTable {
  account_id: number
  name: string
  value: string | null
}

interface AccountGroupTable {
  account_id: number
  group_name: string
  expires_at: number | null
}

interface AccountFormerGroupTable {
  account_id: number
  group_name: string
}

interface ApiKeyTable {
  key_hash: string
  account_id: number
  hint: string
  created_at: number
  /** Unique within the account; empty for the unnamed key. */
  name: Generated<string>
}

export interface BotPasswordTable {
  account_id: number
  app_id: string
  password_hash: string
  token: Generated<string>
  restrictions: Generated<string>
  grants: Generated<string>
}

export interface SessionTable {
  id_hash: string
  account_id: number | null
  secret: string
  data: Generated<string>
  created_at: number
  lifetime: number
  expires_at: number
}

interface AccountLinkTable {
  id: Generated<number>
  key_hash: string
  purpose: string
  account_id: number | null
  address: Generated<string>
  data: Generated<string>
  made_by: number | null
  created_at: number
  expires_at: number
}

interface IdempotencyKeyTable {
  owner: string
  key: string
  account_id: number | null
  request_hash: string
  answer: string
  created_at: number
}

interface LoginAttemptTable {
  key: string
  attempts: number
  resets_at: number
}

export interface AccountsTables {
  account: AccountTable
  account_option: AccountOptionTable
  account_group: AccountGroupTable
  account_former_group: AccountFormerGroupTable
  api_key: ApiKeyTable
  bot_password: BotPasswordTable
  session: SessionTable
  account_link: AccountLinkTable
  login_attempt: LoginAttemptTable
  idempotency_key: IdempotencyKeyTable
}
