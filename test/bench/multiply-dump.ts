// A real wiki many times over, to see what its pages cost once a long import is under way.
import { createWriteStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'

/** Numbers of pages and revisions of one copy stay below this. */
const STEP = 1_000_000

/** Writes `copies` of the pages of an export, each with titles and numbers of its own; links and templates lead to the first. */
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
    // Those of pages and revisions; the numbers of people, which stand deeper, stay.
    .replace(
      /^( {4}| {6})<(id|parentid)>(\d+)</gm,
      (_, indent, name, id) => `${indent}<${name}>${Number(id) + copy * STEP}<`,
    )
