import { UNKNOWN } from './file-kinds.ts'
import { zipType } from './zip-type.ts'

/** Types of well-formed XML, by root element. */
const XML_TYPES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2000/svg:svg': 'image/svg+xml',
  svg: 'image/svg+xml',
  'http://www.lysator.liu.se/~alla/dia/:diagram': 'application/x-dia-diagram',
  'http://www.w3.org/1999/xhtml:html': 'text/html',
  html: 'text/html',
}

/** Magic bytes, checked in this order. */
const HEADS: readonly (readonly [head: string, mime: string])[] = [
  ['MThd', 'audio/midi'],
  ['OggS', 'application/ogg'],
  ['ID3', 'audio/mpeg'],
  ['\xff\xfb', 'audio/mpeg'],
  ['\xff\xf3', 'audio/mpeg'],
  ['\xff\xe3', 'audio/mpeg'],
  ['\x01\x00\x09\x00', 'application/x-msmetafile'],
  ['\xd7\xcd\xc6\x9a', 'application/x-msmetafile'],
  ['%PDF', 'application/pdf'],
  ['gimp xcf', 'image/x-xcf'],
  ['MZ', UNKNOWN],
  ['\xca\xfe\xba\xbe', UNKNOWN],
  ['\x7fELF', UNKNOWN],
]

/** Formats checked after everything that might hide in them. */
const LATE_HEADS: readonly (readonly [head: string, mime: string])[] = [
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['BM', 'image/x-bmp'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['8BPS', 'image/x-photoshop'],
  ['FWS', 'application/x-shockwave-flash'],
  ['CWS', 'application/x-shockwave-flash'],
  ['\0\0\x01\0', 'image/x-icon'],
  ['fLaC', 'audio/flac'],
  ['\x1f\x8b', 'application/gzip'],
  ['BZh', 'application/x-bzip2'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['Rar!', 'application/x-rar'],
  ['%!', 'application/postscript'],
  ['{\\rtf', 'text/rtf'],
]

/** Maximum size of the end record of a ZIP archive with its comment. */
const LONGEST_TAIL = 65_558

/**
 * Detects the type of a file from its bytes. `xmlRoot` is the root element if the file is well-formed XML. Executable
 * formats take precedence over what the file otherwise looks like.
 */
export function contentType(bytes: Buffer, xmlRoot: string | null): string {
  const head = bytes.toString('latin1', 0, 1024)
  for (const [start, mime] of HEADS) if (head.startsWith(start)) return mime
  if (head.startsWith('\x1a\x45\xdf\xa3')) return matroska(bytes.toString('latin1', 0, 16_384))
  if (head.startsWith('RIFF') && head.slice(8, 15) === 'WEBPVP8') return 'image/webp'
  if (head.startsWith('\0\0\0\x0cjP  \r\n\x87\n')) return head.slice(16, 24) === 'ftypjpx ' ? 'image/jpx' : 'image/jp2'
  if (head.includes('<?php') || /<\0\?\0(?:p\0h\0p|[ \n\t=])/.test(head)) return 'application/x-php'
  if (xmlRoot !== null) return XML_TYPES[xmlRoot] ?? 'application/xml'
  return scriptType(head) ?? archiveType(bytes) ?? laterType(bytes, head)
}

function matroska(head: string): string {
  const at = head.indexOf('\x42\x82')
  const kind = at > 0 ? head.slice(at + 3, at + 11) : ''
  if (kind === 'matroska') return 'video/x-matroska'
  if (!kind.startsWith('webm')) return UNKNOWN
  return /V_(?:VP8|VP9|AV1)/.test(head) ? 'video/webm' : 'audio/webm'
}

/** `#!/bin/sh`, also in UTF-16. */
function scriptType(head: string): string | null {
  const isWide = head.startsWith('\xfe\xff\0#\0!') || head.startsWith('\xff\xfe#\0!')
  if (!isWide && !/^(?:\xef\xbb\xbf)?#!/.test(head)) return null
  const text = isWide ? head.slice(2).replaceAll('\0', '') : head
  const name = /\/?[^\s]+\/(\w+)/.exec(text)?.[1]
  return name === undefined ? null : `application/x-${name}`
}

function archiveType(bytes: Buffer): string | null {
  const tail = bytes.subarray(Math.max(0, bytes.length - LONGEST_TAIL))
  const at = tail.indexOf('PK\x05\x06', 0, 'latin1')
  if (at < 0 || at > tail.length - 22) return null
  return at + 22 + tail.readUInt16BE(at + 20) === tail.length ? zipType(bytes) : null
}

function laterType(bytes: Buffer, head: string): string {
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return bytes.length >= 24 ? 'image/png' : UNKNOWN
  for (const [start, mime] of LATE_HEADS) if (head.startsWith(start)) return mime
  if (head.startsWith('RIFF')) return { WAVE: 'audio/x-wav', 'AVI ': 'video/x-msvideo' }[head.slice(8, 12)] ?? UNKNOWN
  if (head.slice(4, 8) === 'ftyp') return head.slice(8, 10) === 'qt' ? 'video/quicktime' : 'video/mp4'
  if (head.startsWith('AT&TFORM')) return 'image/vnd.djvu'
  if (head.slice(257, 262) === 'ustar') return 'application/x-tar'
  return textType(bytes)
}

const CONTROL = /[\u0000-\u0006\u000e-\u001a\u001c-\u001f\u007f]/
const HTML =
  /^\s*(?:<!--(?:[^-]|-(?!->))*-->\s*)?<(?:!doctype\s+html|html|head|body|title|script|style|table|h1|h2|div|iframe|a\s+href|p>|br)/i

/** An unknown format is text unless it contains bytes that never occur in text. */
function textType(bytes: Buffer): string {
  const isWide = bytes[0] === 0xfe || bytes[0] === 0xff
  const wide = bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le'
  const start = bytes.subarray(0, 4096)
  const text = isWide ? new TextDecoder(wide).decode(start) : start.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  if (CONTROL.test(text)) return UNKNOWN
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*(?:<!DOCTYPE\s+svg|<svg)\b/.test(text))
    return 'image/svg+xml'
  if (/^<\?xml\b/.test(text)) return 'application/xml'
  if (HTML.test(text)) return 'text/html'
  return /^\s*[[{]/.test(text) && isJson(bytes) ? 'application/json' : 'text/plain'
}

function isJson(bytes: Buffer): boolean {
  if (bytes.length > 1024 * 1024) return false
  try {
    JSON.parse(bytes.toString())
    return true
  } catch {
    return false
  }
}
