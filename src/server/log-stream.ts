/** Gathers the log lines of one turn of the event loop into one write: a busy server has many in each. */
export class LogStream {
  #lines: string[] = []
  #scheduled = false
  readonly #out: { write(text: string): unknown }

  constructor(out: { write(text: string): unknown } = process.stderr) {
    this.#out = out
    // What is still waiting when the process ends is written then.
    process.once('exit', () => this.flush())
  }

  write(line: string): void {
    this.#lines.push(line)
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.flush())
  }

  flush(): void {
    this.#scheduled = false
    if (this.#lines.length === 0) return
    const text = this.#lines.join('')
    this.#lines = []
    this.#out.write(text)
  }
}
