import type { Writer } from '#store/store.ts'
import { type LanguageRow, languageByCode, languageForFile } from '../catalogue/languages.ts'
import { subscribe } from '../notifications/subscriptions.ts'

interface SampleProfile {
  languages: readonly string[]
  secondary?: readonly string[]
  /** Ids of projects. */
  watched?: readonly number[]
  subscriptions?: readonly (readonly [kind: string, scope: number, frequency: number])[]
}

/** Sets an account's languages, watched projects and subscriptions. */
export async function profile(tx: Writer, account_id: number, settings: SampleProfile): Promise<void> {
  for (const [secondary, codes] of [settings.languages, settings.secondary ?? []].entries())
    for (const code of codes) {
      const language_id = (await sampleLanguage(tx, code)).id
      // Existing settings are kept.
      const row = { account_id, language_id, secondary }
      await tx
        .insertInto('account_language')
        .values(row)
        .onConflict(same => same.doNothing())
        .execute()
    }
  for (const project_id of settings.watched ?? [])
    await tx
      .insertInto('project_watch')
      .values({ account_id, project_id })
      .onConflict(same => same.doNothing())
      .execute()
  for (const [notification, scope, frequency] of settings.subscriptions ?? [])
    await subscribe(tx, account_id, { notification, scope, frequency, project_id: null, component_id: null })
}

/** A language of the sample, recreated if an administrator removed it. */
export const sampleLanguage = async (tx: Writer, code: string): Promise<LanguageRow> =>
  (await languageByCode(tx, code)) ?? (await languageForFile(tx, code))!
