import type { Services } from '#core/services.ts'
import { isMailBehind } from './mail-component.ts'
import { ServedTexts } from './served-texts.ts'
import { shippedBy } from './shipped-texts.ts'
import { isBehind } from './web-component.ts'

const JOB = 'web-component'
const MAIL_JOB = 'mail-component'

/** Makes the interface texts a component of the site, synchronized with the program and used by its pages. */
export function registerInterface(services: Services): void {
  const { store, texts, jobs } = services
  texts.own = new ServedTexts(store.read, texts)
  jobs.handle(JOB, async () => {
    // Load modules for writing only when needed.
    const { followShipped } = await import('./follow-shipped.ts')
    await followShipped(services, shippedBy(texts))
  })
  jobs.handle(MAIL_JOB, async () => {
    const { followMailTexts } = await import('./mail-component.ts')
    await followMailTexts(services)
  })
}

/** Only a server start synchronizes the component; other commands must not write. */
export async function planInterface(services: Services): Promise<void> {
  const { store, texts, jobs, config } = services
  if (config.readOnly === null && (await isBehind(services, shippedBy(texts))))
    await store.transaction(tx => jobs.enqueue(tx, { kind: JOB, key: '' }))
  if (config.readOnly === null && config.mailUrl !== null && (await isMailBehind(services)))
    await store.transaction(tx => jobs.enqueue(tx, { kind: MAIL_JOB, key: '' }))
}
