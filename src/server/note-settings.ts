import type { Services } from '#core/services.ts'
import { appendChange } from '#events/change-log.ts'
import { readSetting, replaceSetting } from '#store/site-settings.ts'
import { storedObject } from '#store/stored-json.ts'

const SETTING = 'settings-in-force'

/** These may differ between the servers of a site. */
const OF_ONE_SERVER: readonly string[] = ['data', 'host', 'port', 'workers', 'logLevel', 'clock']

/**
 * Logs which settings differ from those of the last start, for the audit log. Values are as `--print-config` shows them,
 * without secrets.
 */
export async function noteSettings({ store, clock, launch }: Services): Promise<void> {
  const now = Object.fromEntries(
    launch.settings.filter(({ key }) => !OF_ONE_SERVER.includes(key)).map(({ key, shown }) => [key, shown]),
  )
  // Unknown in tests.
  if (Object.keys(now).length === 0) return
  const stored = await readSetting(store.primary, SETTING)
  const before = stored === null ? now : storedObject<Record<string, string>>(stored)
  // A newer version may have other settings. Only those that both know have changed.
  const changed = Object.keys(now).filter(key => before[key] !== undefined && before[key] !== now[key])
  if (stored !== null && stored === JSON.stringify(now)) return
  await store.transaction(async tx => {
    if (!(await replaceSetting(tx, SETTING, stored, now)) || changed.length === 0) return
    const of = (values: Partial<Record<string, string>>) => Object.fromEntries(changed.map(key => [key, values[key]]))
    await appendChange(tx, clock, {
      area: 'site',
      kind: 'settings-changed',
      subject: changed.join(', '),
      data: { before: of(before), after: of(now) },
    })
  })
}
