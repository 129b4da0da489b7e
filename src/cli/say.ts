/** What a command has to tell goes to the standard output, one line at a time. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
