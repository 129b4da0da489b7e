import { DumpError, type DumpPlace } from '../readers/dump-error.ts'

/** Codes by which the engines say that the data is at fault: SQLite's constraints, PostgreSQL's classes 22 and 23. */
const DATA = /^(SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)|2[23][0-9A-Z]{3}$)/

/** A value of a dump that cannot be what it stands for. */
export class RowFault extends Error {}

/** Runs what stores rows of a dump; rows that the database refuses are told with their place in the dump. */
export async function namingPlace<T>(place: DumpPlace, store: () => Promise<T>): Promise<T> {
  try {
    return await store()
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string }
    const isData = error instanceof RowFault || (typeof code === 'string' && DATA.test(code))
    if (!isData) throw error
    throw new DumpError(`has rows that cannot be stored (${message}), before or`, place, { cause: error })
  }
}
