import { isRefusedData } from '#store/store-error.ts'
import { DumpError, type DumpPlace } from '../readers/dump-error.ts'

/** A value of a dump that cannot be what it stands for. */
export class RowFault extends Error {}

/** Runs what stores rows of a dump; rows that the database refuses are told with their place in the dump. */
export async function namingPlace<T>(place: DumpPlace, store: () => Promise<T>): Promise<T> {
  try {
    return await store()
  } catch (error) {
    if (!(error instanceof RowFault || isRefusedData(error))) throw error
    const { message } = error as Error
    throw new DumpError(`has rows that cannot be stored (${message}), before or`, place, { cause: error })
  }
}
