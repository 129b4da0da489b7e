// Counts lines while offsets grow, so that every unit can know its line.
export function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let at = 0
  return offset => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < offset; next = text.indexOf('\n', at)) {
      line++
      at = next + 1
    }
    return line
  }
}
