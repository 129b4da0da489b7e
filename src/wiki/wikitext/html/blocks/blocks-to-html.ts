// Converts lines to paragraphs, lists and indented text, and leaves block tags alone.

import { trim } from '../../text.ts'
import { blockTags, closesPre, leavesQuotation, opensPre } from './block-tags.ts'
import { countMarks, Lists } from './lists.ts'

/** `atLineStart` is false for text that continues a line: its first line stays as it is. */
export function blocksToHtml(text: string, atLineStart: boolean): string {
  const writer = new BlockWriter()
  const lines = text.split('\n')
  lines.forEach((line, index) => {
    const isLast = index === lines.length - 1
    if (index === 0 && !atLineStart) writer.raw(line, isLast)
    else writer.line(line, isLast)
  })
  return writer.finish()
}

/** Invisible links and style sheets do not form a paragraph of their own. */
const onlyLinks = /^(?:(?:<link\b[^>]*>|<style\b[^>]*>[^<]*<\/style>)\s*)+$/i

class BlockWriter {
  #html: string[] = []
  readonly #lists = new Lists()
  #paragraph: '' | 'p' | 'pre' = ''
  /** Pending tag of a blank line; written only if text follows. */
  #announced: '' | '<p>' | '</p><p>' = ''
  #insidePre = false
  #insideBareBlock = false
  #insideQuotation = false

  raw(line: string, isLast: boolean): void {
    this.#html.push(isLast ? line : `${line}\n`)
  }

  line(line: string, isLast: boolean): void {
    const marks = this.#insidePre ? 0 : countMarks(line)
    if (marks > 0) this.#item(line.slice(0, marks), line.slice(marks))
    else this.#plain(line, isLast)
  }

  #item(marks: string, text: string): void {
    this.#announced = ''
    const { html, beginsList } = this.#lists.item(marks, text)
    this.#html.push(this.#endParagraph(), html)
    // Preformatted text in the first item of a list is not detected.
    this.#insidePre = !beginsList && opensPre(text) && !closesPre(text)
  }

  #plain(line: string, isLast: boolean): void {
    if (this.#lists.isOpen) this.#html.push(this.#lists.close(), '\n')
    const tags = blockTags(line)
    let text = line
    if (tags) {
      this.#announced = ''
      this.#html.push(this.#endParagraph())
      if (opensPre(line)) this.#insidePre = true
      const quotation = leavesQuotation(line)
      if (quotation !== null) this.#insideQuotation = quotation
      this.#insideBareBlock = !tags.flowing
    } else if (!this.#insideBareBlock && !this.#insidePre) text = this.#flowing(line)
    if (this.#insidePre && closesPre(line)) this.#insidePre = false
    if (this.#announced !== '') return
    this.#html.push(isLast && this.#paragraph === '' ? text : `${text}\n`)
  }

  /** A line of text that may start or end a paragraph. Returns the rest of the line. */
  #flowing(line: string): string {
    const blank = trim(line) === ''
    if (line.startsWith(' ') && (this.#paragraph === 'pre' || !blank) && !this.#insideQuotation) {
      if (this.#paragraph !== 'pre') {
        this.#announced = ''
        this.#html.push(this.#endParagraph(), '<pre>')
        this.#paragraph = 'pre'
      }
      return line.slice(1)
    }
    if (onlyLinks.test(line)) {
      if (this.#announced !== '') {
        this.#html.push(this.#endParagraph())
        this.#announced = ''
      }
    } else if (blank) this.#blankLine()
    else if (this.#announced !== '') this.#beginAnnounced()
    else if (this.#paragraph !== 'p') {
      this.#html.push(this.#endParagraph(), '<p>')
      this.#paragraph = 'p'
    }
    return line
  }

  #blankLine(): void {
    if (this.#announced !== '') {
      this.#beginAnnounced()
      this.#html.push('<br />')
    } else if (this.#paragraph === 'p') this.#announced = '</p><p>'
    else {
      this.#html.push(this.#endParagraph())
      this.#announced = '<p>'
    }
  }

  #beginAnnounced(): void {
    this.#html.push(this.#announced)
    this.#announced = ''
    this.#paragraph = 'p'
  }

  #endParagraph(): string {
    if (this.#paragraph === '') return ''
    const html = `</${this.#paragraph}>\n`
    this.#paragraph = ''
    return html
  }

  finish(): string {
    this.#html.push(this.#lists.close())
    if (this.#paragraph !== '') this.#html.push(`</${this.#paragraph}>`)
    return this.#html.join('')
  }
}
