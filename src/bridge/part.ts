import type { Part, Services } from '#core/services.ts'
import { closeWithWiki } from './close-interface.ts'
import { hasInterface, interfaceComponent } from './interface-component.ts'
import { unitTexts } from './unit-texts.ts'

const JOB = 'interface-component'

/** Connects the two halves: the wiki's interface messages are a component on the translation platform. */
export const bridgePart: Part = {
  name: 'bridge',
  async register(services) {
    services.interfaceTexts.translations = unitTexts
    services.jobs.handle(JOB, async () => {
      // Loaded on demand: only writing needs it.
      const { refreshInterface } = await import('./follow-messages.ts')
      await refreshInterface(services.store, contextOf(services))
    })
    services.interfaceTexts.pagesChanged = async tx => {
      if (await hasInterface(tx)) await services.jobs.enqueue(tx, { kind: JOB, key: '' })
    }
    services.checks.push({
      name: 'customised messages',
      run: async store => (await import('./customised-check.ts')).customisedFaults(store.read),
    })
    services.samples.push({
      name: 'bridge',
      install: async own => (await import('./sample/sample.ts')).installSample(own.store, contextOf(own)),
    })
    if (services.config.readOnly !== null) return
    await adoptMessages(services)
    await closeWithWiki(services)
  },
}

const contextOf = ({ clock, config }: Services) => ({ clock, siteUrl: config.siteUrl })

/** Creates the component for messages that an earlier version imported. */
async function adoptMessages({ store, jobs }: Services): Promise<void> {
  if ((await hasInterface(store.read)) && (await interfaceComponent(store.read)) === null)
    await store.transaction(tx => jobs.enqueue(tx, { kind: JOB, key: '' }))
}
