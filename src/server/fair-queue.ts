export interface FairLimits {
  /** Requests that run at the same time. */
  readonly running: number
  /** How many of them one caller may have, so that there is always room for others. */
  readonly runningOfOne: number
  /** Requests that wait for their turn. */
  readonly waiting: number
  /** How long a request may wait, in milliseconds. */
  readonly waitingMs: number
}

/** One request, until `leave` is called. */
export interface Turn {
  /** Call it when the request is done, or its client has disconnected. Further calls do nothing. */
  leave(): void
}

interface Waiting extends Turn {
  readonly begin: () => void
  readonly refuse: () => void
  timer: NodeJS.Timeout | undefined
}

/**
 * Decides which requests run. Beyond the limit they wait, and callers take turns: a caller with a thousand
 * requests waits for each of them as long as a caller with one. When too many wait, the caller with the most waiting
 * requests loses the newest one.
 */
export class FairQueue {
  readonly #limits: FairLimits
  /** Waiting requests by caller. The first caller is the next to get a turn. */
  readonly #queues = new Map<string, Waiting[]>()
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #waiting = 0

  constructor(limits: FairLimits) {
    this.#limits = limits
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Calls either `begin`, now or later, or `refuse`. */
  enter(caller: string, begin: () => void, refuse: () => void): Turn {
    const turn = this.enterNow(caller)
    if (turn === null) return this.#wait(caller, begin, refuse)
    begin()
    return turn
  }

  /** Null if the request would have to wait. */
  enterNow(caller: string): Turn | null {
    if (this.#waiting > 0 || !this.#hasRoom(caller)) return null
    this.#start(caller)
    const turn = { leave: () => this.#end(caller, turn) }
    return turn
  }

  #hasRoom(caller: string): boolean {
    const { running, runningOfOne } = this.#limits
    return this.#running < running && (this.#runningOf.get(caller) ?? 0) < runningOfOne
  }

  #start(caller: string): void {
    this.#running++
    this.#runningOf.set(caller, (this.#runningOf.get(caller) ?? 0) + 1)
  }

  #end(caller: string, turn: Turn): void {
    turn.leave = () => {}
    this.#running--
    const left = this.#runningOf.get(caller)! - 1
    if (left === 0) this.#runningOf.delete(caller)
    else this.#runningOf.set(caller, left)
    this.#next()
  }

  #wait(caller: string, begin: () => void, refuse: () => void): Turn {
    const turn: Waiting = { begin, refuse, timer: undefined, leave: () => this.#drop(caller, turn) }
    if (this.#waiting >= this.#limits.waiting && !this.#makeRoomFor(caller)) {
      turn.leave = () => {}
      refuse()
      return turn
    }
    const queue = this.#queues.get(caller)
    if (queue) queue.push(turn)
    else this.#queues.set(caller, [turn])
    this.#waiting++
    turn.timer = setTimeout(() => this.#reject(caller, turn), this.#limits.waitingMs).unref()
    // Others may be waiting only because they have all their turns.
    this.#next()
    return turn
  }

  /** Refuses the newest request of the caller with the most waiting ones, unless that is the new caller. */
  #makeRoomFor(caller: string): boolean {
    let longest: [string, Waiting[]] | undefined
    for (const each of this.#queues) if (longest === undefined || each[1].length > longest[1].length) longest = each
    if (longest === undefined || longest[1].length <= (this.#queues.get(caller)?.length ?? 0) + 1) return false
    this.#reject(longest[0], longest[1].at(-1)!)
    return true
  }

  #reject(caller: string, turn: Waiting): void {
    this.#drop(caller, turn)
    turn.refuse()
  }

  #drop(caller: string, turn: Waiting): void {
    turn.leave = () => {}
    clearTimeout(turn.timer)
    const queue = this.#queues.get(caller)
    const place = queue?.indexOf(turn) ?? -1
    if (queue === undefined || place < 0) return
    queue.splice(place, 1)
    if (queue.length === 0) this.#queues.delete(caller)
    this.#waiting--
  }

  #next(): void {
    while (this.#waiting > 0 && this.#running < this.#limits.running) {
      let chosen: string | undefined
      for (const caller of this.#queues.keys())
        if (this.#hasRoom(caller)) {
          chosen = caller
          break
        }
      if (chosen === undefined) return
      const queue = this.#queues.get(chosen)!
      const turn = queue[0]!
      this.#drop(chosen, turn)
      // To the end, so that others come first.
      if (queue.length > 0 && this.#queues.delete(chosen)) this.#queues.set(chosen, queue)
      const caller = chosen
      this.#start(caller)
      turn.leave = () => this.#end(caller, turn)
      turn.begin()
    }
  }
}
