// Multiplies a real wiki, to measure the cost of its pages during a long import.
import { createWriteStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'

/** Upper bound for page and revision ids of one copy. */
const STEP = 1_000_000

/**
 * Writes `copies` of the pages of an export, each with its own titles and ids. Links and templates refer to the first
 * copy.
 */
export async function multiplyDump(source: string, file: string, copies: number): Promise<void> {
  const text = gunzipSync(readFileSync(source)).toString()
  const begin = text.indexOf('  <page>')
  const end = text.lastIndexOf('</mediawiki>')
  const pages = text.slice(begin, end)
  await pipeline(function* () {
    yield text.slice(0, begin)
    for (let copy = 0; copy < copies; copy++) yield copy === 0 ? pages : renamed(pages, copy)
    yield text.slice(end)
  }, createWriteStream(file))
}

const renamed = (pages: string, copy: number): string =>
  pages
    .replace(/<\/title>/g, ` ${copy}</title>`)
    // Ids of pages and revisions, but not those of users, which are indented deeper.
    .replace(
      /^( {4}| {6})<(id|parentid)>(\d+)</gm,
      (_, indent, name, id) => `${indent}<${name}>${Number(id) + copy * STEP}<`,
    )
