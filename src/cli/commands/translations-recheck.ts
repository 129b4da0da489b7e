import type { Command } from 'commander'
import { withServices } from '#server/with-services.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

interface RecheckOptions extends SiteOptions {
  readonly project?: string
  readonly component?: string
}

export function translationsRecheck(parent: Command): void {
  siteOptions(parent.command('recheck').description('have the server run the checks on all strings again'))
    .option('--project <slug>', 'only this project')
    .option('--component <slug>', 'only this component of the project')
    .action(run)
}

async function run({ project, component, ...options }: RecheckOptions): Promise<void> {
  if (component !== undefined && project === undefined) throw new UsageError('--component requires --project.')
  await withServices(configFrom(options), async ({ store, jobs }) => {
    const { RECHECK_JOB } = await import('#translation/catalogue/work.ts')
    const found = await store.read
      .selectFrom('component')
      .innerJoin('project', 'project.id', 'component.project_id')
      .$if(project !== undefined, query => query.where('project.slug', '=', project!))
      .$if(component !== undefined, query => query.where('component.slug', '=', component!))
      .orderBy('component.id')
      .select('component.id')
      .execute()
    if (found.length === 0) throw new UsageError('Nothing to check: no project or component matches.')
    await store.transaction(async tx => {
      for (const { id } of found) await jobs.enqueue(tx, { kind: RECHECK_JOB, key: String(id) })
    })
    say(`The server will check ${found.length} ${found.length === 1 ? 'component' : 'components'}.`)
  })
}
