/**
 * The turns of several processes that write to one database file. SQLite lets only one of them write, but does not
 * queue them: one that is busy could keep others from writing for seconds.
 */
export interface WriteTurns {
  /** Resolves when it is this process's turn. */
  take(): Promise<void>
  /**
   * Call after each transaction. Passes the turn on if another process waits for it, unless this one goes on with its
   * next transaction.
   */
  pass(goesOn: boolean): void
}

let shared: WriteTurns | null = null

/** Call before opening the database, in a process that shares it with others. */
export function shareWriteTurns(turns: WriteTurns): void {
  shared = turns
}

/** Null if no other process is known. */
export const writeTurns = (): WriteTurns | null => shared
