import { isRefusedData } from '#store/store-error.ts'
import { DumpError, type DumpPlace } from '../readers/dump-error.ts'

/** An invalid value in a dump. */
export class RowFault extends Error {}

/** Runs `store`; rows that the database rejects are reported with their position in the dump. */
export async function namingPlace<T>(place: DumpPlace, store: () => Promise<T>): Promise<T> {
  try {
    return await store()
  } catch (error) {
    if (!(error instanceof RowFault || isRefusedData(error))) throw error
    const { message } = error as Error
    throw new DumpError(`has rows that cannot be stored (${message}), before or`, place, { cause: error })
  }
}
