import { eachTag } from '../../each-tag.ts'

const tag = /<[^>\n]*>/y
const beginsLink = (text: string, at: number): boolean => /^<a[ \t\r\n>]/.test(text.slice(at, at + 3))

/** Changes what stands outside of tags, and outside of links with all that is in them. */
export function outsideOfTags(text: string, change: (piece: string) => string): string {
  let result = ''
  let done = 0
  const take = (start: number, end: number) => {
    result += change(text.slice(done, start)) + text.slice(start, end)
    done = end
  }
  eachTag(text, { tag, beginsLink, take })
  return result + change(text.slice(done))
}
