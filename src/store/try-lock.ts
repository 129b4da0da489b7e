/** A piece of work that only one process does at a time. The lock goes with the process, however that ends. */
export interface Lock {
  release(): Promise<void>
}

/** Each engine's way to lock: the lock, or who has it. */
export type TryLock = (where: string, name: string, self: string) => Promise<Lock | string>
