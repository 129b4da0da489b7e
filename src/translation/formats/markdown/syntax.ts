// What the start of a line means in Markdown.

import { lineEscapes } from '../document/text-lines.ts'

export const HEADING = /^#{1,6}(?=[ \t]|$)/
export const BULLET = /^[-*+](?=[ \t]|$)/
export const NUMBER = /^\d{1,9}[.)](?=[ \t]|$)/
export const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/
export const FOOTNOTE = /^\[\^[^\]\s]+\]:[ \t]*/
const THEMATIC_BREAK = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const UNDERLINE = /^(?:=+|-+)[ \t]*$/
const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const DEFINITION = /^\[[^\]]+\]:/
const DIRECTIVE = /^:{3,}/
const HTML_BLOCK =
  /^<(?:!|\?|\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|pre|script|search|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|track|ul)(?=[\s/>]|$))/i
const LONE_TAG = /^<\/?[A-Za-z][^<>]*>[ \t]*$/
const MODULE = /^(?:import(?:\s.*\sfrom\s*['"]|\s*['"])|export\s+(?:default|const|let|var|function|class|async|\{|\*))/
const EXPRESSION = /^\{.*\}[ \t]*$/

export const isThematicBreak = (line: string): boolean => THEMATIC_BREAK.test(line)
export const isUnderline = (line: string): boolean => UNDERLINE.test(line)
export const isDelimiterRow = (line: string): boolean => line.includes('|') && DELIMITER_ROW.test(line)
export const isDefinition = (line: string): boolean => DEFINITION.test(line)
export const isDirective = (line: string): boolean => DIRECTIVE.test(line)
export const isModule = (line: string): boolean => MODULE.test(line)

/** Blocks that reach to the next blank line. */
export const isHtml = (line: string, isMdx: boolean): boolean =>
  HTML_BLOCK.test(line) || LONE_TAG.test(line) || (isMdx && EXPRESSION.test(line))

/** Whether a line, without indentation, begins something else than text or ends the paragraph before it. */
export function isBlock(line: string, isMdx: boolean): boolean {
  return (
    HEADING.test(line) ||
    line.startsWith('>') ||
    BULLET.test(line) ||
    NUMBER.test(line) ||
    FENCE.test(line) ||
    isThematicBreak(line) ||
    isDirective(line) ||
    FOOTNOTE.test(line) ||
    isDefinition(line) ||
    isHtml(line, isMdx)
  )
}

const escapes = (isMdx: boolean) =>
  lineEscapes(
    (line, isFirst) =>
      isBlock(line, isMdx) ||
      (isMdx && isModule(line)) ||
      isDelimiterRow(line) ||
      (isFirst ? line.startsWith('+++') : isUnderline(line)),
  )

const inMarkdown = escapes(false)
const inMdx = escapes(true)
export const escapesIn = (isMdx: boolean): typeof inMarkdown => (isMdx ? inMdx : inMarkdown)
