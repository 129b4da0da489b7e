/** Takes comments out that came together only when templates were expanded. One alone on its line takes the line along. */
export function removeComments(text: string): string {
  let result = ''
  let done = 0
  for (;;) {
    const start = text.indexOf('<!--', done)
    const close = start < 0 ? -1 : text.indexOf('-->', start + 4)
    if (close < 0) return done === 0 ? text : result + text.slice(done)
    const end = close + 3
    let before = start
    while (before > done && text[before - 1] === ' ') before--
    let after = end
    while (text[after] === ' ') after++
    const alone = text[after] === '\n' && before > 0 && text[before - 1] === '\n'
    result += text.slice(done, alone ? before : start)
    done = alone ? after + 1 : end
  }
}
