const BEFORE = 60
const SHOWN = 160

/** Without what differs between two requests to the same server: comments about the parser's time and cache. */
export const comparableText = (html: string): string =>
  html
    .replace(/\n?<!-- \nNewPP limit report[\s\S]*?-->/g, '')
    .replace(/\n?<!--\nTransclusion expansion time report[\s\S]*?-->/g, '')
    .replace(/\n?<!-- Saved in (?:parser cache|RevisionOutputCache)[\s\S]*?-->\n?/g, '')
    .replace(/\n(?=<\/div>$)/, '')

/** Both sides at the first place where they differ. */
export function firstDifference(theirs: string, ours: string): string {
  let at = 0
  while (at < theirs.length && at < ours.length && theirs[at] === ours[at]) at++
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - BEFORE), at + SHOWN))
  return `\n      theirs ${around(theirs)}\n      ours   ${around(ours)}`
}
