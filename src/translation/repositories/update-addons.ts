import type { Services } from '#core/services.ts'

/** The add-on that adds components for files of the repository; `addons/discovery.ts` declares it. */
export const DISCOVERY = 'weblate.discovery.discovery'

export const REPOSITORY_ADDONS_JOB = 'translation-repository-addons'

/** Runs add-ons that follow the files of a repository, if the component that owns it has any. */
export async function updateAddonsLater({ store, jobs }: Services, root: number): Promise<void> {
  const addon = await store.read
    .selectFrom('addon')
    .select('id')
    .where('component_id', '=', root)
    .where('name', '=', DISCOVERY)
    .executeTakeFirst()
  if (addon !== undefined)
    await store.transaction(tx => jobs.enqueue(tx, { kind: REPOSITORY_ADDONS_JOB, key: String(root) }))
}
