import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Services } from '#core/services.ts'
import type { UploadedFile } from '#fields/kinds.ts'
import { microseconds } from '#fields/timestamp.ts'
import type { Database } from '#store/tables/database.ts'

export type Draft = Selectable<Database['component_draft']>

/** Input from before the file was inspected. */
export interface DraftSettings {
  readonly project: string
  readonly name: string
  readonly slug: string
}

/** The repository to import from. */
export interface RepositorySettings {
  readonly repo: string
  readonly branch: string
  readonly push: string
}

const DAY = 86_400_000_000

/** Keeps an upload until the next step: one per account, for up to a day. */
export async function keepDraft(
  { store, clock }: Services,
  account: number,
  { filename, content }: UploadedFile,
  settings: DraftSettings,
): Promise<string> {
  const now = microseconds(clock)
  const id = randomUUID()
  await store.transaction(async tx => {
    await tx
      .deleteFrom('component_draft')
      .where(eb => eb.or([eb('account_id', '=', account), eb('created_at', '<', now - DAY)]))
      .execute()
    const row = { id, account_id: account, filename: filename.slice(0, 300), content, wishes: JSON.stringify(settings) }
    await tx
      .insertInto('component_draft')
      .values({ ...row, created_at: now })
      .execute()
  })
  return id
}

export async function draftOf({ store }: Services, account: number, id: string): Promise<Draft | null> {
  const row = await store.read
    .selectFrom('component_draft')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst()
  return row ?? null
}

/** Stores the detected files of a draft. */
export const fillDraft = ({ store }: Services, id: string, content: Buffer, settings: object): Promise<unknown> =>
  store.transaction(tx =>
    tx
      .updateTable('component_draft')
      .set({ content, wishes: JSON.stringify(settings) })
      .where('id', '=', id)
      .execute(),
  )

export const forgetDraft = ({ store }: Services, id: string): Promise<unknown> =>
  store.transaction(tx => tx.deleteFrom('component_draft').where('id', '=', id).execute())
