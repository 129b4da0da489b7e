import { Accounts } from '#accounts/accounts.ts'
import type { Sample, Services } from '#core/services.ts'
import { holding } from '../catalogue/holding.ts'
import { workWithin } from '../catalogue/work.ts'
import { daysAgo } from './history.ts'
import { noteSample } from './noted-sample.ts'
import { drawn } from './pictures.ts'
import { readPlan } from './plan.ts'
import { profile } from './profiles.ts'
import { SampleTimeline } from './timeline.ts'

/** Sample content: three projects in ten languages and eight scripts, with weeks of history. */
export const translationSample: Sample = { name: 'translation', install }

async function install(services: Services, admin: number): Promise<void> {
  const { store, clock, hooks } = services
  const plan = readPlan()
  const now = clock.now()
  const pictures = new Map<string, Buffer>()
  for (const [name] of plan.pictures) pictures.set(name, await drawn(name))
  await holding(store, 'alone', async held => {
    const early = { now: () => daysAgo(now, 70) }
    const accounts = new Accounts(store, early, hooks)
    const people = new Map<string, number>([['Admin', admin]])
    for (const { name, languages } of plan.people) {
      const { id } = await accounts.create(held.tx, { name, createdBy: admin })
      people.set(name, id)
      await profile(held.tx, id, { languages })
    }
    const timeline = new SampleTimeline({ now, plan, people, pictures })
    for (const { at, by, run } of timeline.inOrder())
      await workWithin(held, { clock: { now: () => at } }, people.get(by)!, run)
    await profile(held.tx, admin, {
      ...plan.administrator,
      watched: timeline.projects,
      subscriptions: plan.subscriptions,
    })
    const [, ...others] = people.values()
    await noteSample(held.tx, { projects: timeline.projects, accounts: others })
  })
}
