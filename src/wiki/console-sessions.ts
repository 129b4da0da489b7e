import { BoundedCache } from '#cache/bounded-cache.ts'

const MAX_BYTES = 16 * 1024 * 1024

/** What the author of a module asked in a console so far. */
export interface ConsoleSession {
  readonly content: string
  readonly questions: readonly string[]
}

/**
 * Sessions of consoles, by owner and number. A lost session only costs its variables, and the client learns of it, so a
 * small cache in memory is enough.
 */
export class ConsoleSessions {
  readonly #sessions = new BoundedCache<string, ConsoleSession>({ name: 'console sessions', limit: MAX_BYTES })

  get(key: string): ConsoleSession | undefined {
    return this.#sessions.get(key)
  }

  set(key: string, session: ConsoleSession): void {
    this.#sessions.set(key, session, sizeOf(session))
  }
}

/** In bytes. */
export const sizeOf = ({ content, questions }: ConsoleSession): number =>
  Buffer.byteLength(content) + questions.reduce((sum, question) => sum + Buffer.byteLength(question), 0)
