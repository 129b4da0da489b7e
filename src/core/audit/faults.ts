import type { Fault } from './verify.ts'

/** What is wrong with an entry, after "entry 7 of the audit log". */
export const FAULTS: Readonly<Record<Fault, string>> = {
  altered: 'was changed after it was sealed',
  missing: 'is missing',
  unlinked: 'does not follow the entry before it',
  inserted: 'was added outside the chain',
  truncated: 'and possibly later ones were removed from the end',
  anchor: 'is now the first one, but no retention entry explains why the ones before it are gone',
  checkpoint: 'differs from the checkpoint',
}
