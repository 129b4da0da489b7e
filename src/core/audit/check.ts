import type { Store } from '#store/store.ts'
import { FAULTS } from './faults.ts'
import { verifyChain } from './verify.ts'

/** For `parlance db check`. There is no fix: a broken chain stays visible. */
export const auditCheck = {
  name: 'audit log',
  async run({ primary }: Store) {
    const { entries, broken } = await verifyChain(primary)
    const compared = [`${entries} entries of the audit log`]
    const faults = broken === null ? [] : [`entry ${broken.seq} of the audit log ${FAULTS[broken.fault]}`]
    return { compared, faults, notes: [] }
  },
}
