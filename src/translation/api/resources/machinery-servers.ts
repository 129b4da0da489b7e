// Which servers machine translation services may use.

import { isIP } from 'node:net'
import { invalidField } from '#fields/problem.ts'
import { isPrivateAddress } from '#net/outside.ts'
import { serviceNamed } from '../../catalogue/machinery.ts'
import type { Settings } from '../../machinery/service.ts'
import type { AnyCall } from './find.ts'

/** Whether requests to a host would be refused. What a name resolves to can change, so each request checks that. */
function isPrivateHost(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : isPrivateAddress(host)
}

/** Rejects addresses that the service could never reach; `at` is the field with the settings. */
export function rejectPrivateServers(
  { services }: AnyCall,
  service: string,
  settings: Settings | null | undefined,
  at: string,
): void {
  if (services.config.machineryNetwork === 'any') return
  for (const [name, { kind }] of Object.entries(serviceNamed(service)?.settings ?? {}))
    if (kind === 'address' && settings?.[name] && isPrivateHost(settings[name]))
      throw invalidField(
        `${at}.${name}`,
        'invalid',
        'This site does not allow servers in private networks. Its operator can allow them with the setting machineryNetwork, or configure the service.',
      )
}
